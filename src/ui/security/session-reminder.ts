/**
 * Tells people who want it, on whatever screen they are, how long they have been here (decisions D9.239, D9.316). When they came stands in the
 * browser's store, so that a page that is loaded anew counts on; of several pages that are looked at one counts and tells.
 */
import { MINUTE_MS } from '#domain/time-units.ts';
import { storage } from '../browser/storage.ts';
import { tabLock } from '../browser/tab-lock.ts';
import { toast } from '../kit/toast.tsx';
import { needTexts, t } from '../language/i18n.ts';
import { isDemo, user } from '../state/user.ts';
import { putRiskHold } from './put-risk-hold.ts';
import { leaveStanding, readStanding, STANDING_STORED } from './read-standing.ts';

/** Who was away for longer comes anew. */
const AWAY_MS = 30 * MINUTE_MS;
/** `uid`, when the person came, when they were last seen and how long they had been here when they were last told, in ms. */
const VISIT_KEY = 'visit';

type Visit = { readonly began: number; readonly told: number };

/** By the wall clock, the only one that goes on while a page is loaded anew; one that was set back begins a visit anew. */
function visitOf(uid: string, now: number): Visit {
  const [whose, ...times] = (storage.get(VISIT_KEY) ?? '').split(' ');
  const [began = 0, seen = 0, told = 0] = times.map(Number);
  const goesOn = whose === uid && began <= seen && seen <= now && now - seen <= AWAY_MS && told >= 0;
  return goesOn ? { began, told } : { began: now, told: 0 };
}
const keepVisit = (uid: string, { began, told }: Visit, seen: number): void => storage.set(VISIT_KEY, [uid, began, seen, told].join(' '));

/** Notes that the person is here, and tells when another of their intervals is over. Returns after how many ms to look again. */
function look(uid: string, everyMs: number): number {
  const now = Date.now();
  const { began, told } = visitOf(uid, now);
  const here = now - began;
  const isDue = Math.floor(here / everyMs) > Math.floor(told / everyMs);
  keepVisit(uid, { began, told: isDue ? here : told }, now);
  if (isDue) void needTexts('security').then(() => toast(t('security:reminder.now', { count: Math.floor(here / MINUTE_MS) })));
  return Math.min(MINUTE_MS, everyMs - (here % everyMs));
}

/** Counts while this page is looked at and no other one does, until the returned function is called or somebody else is here. */
function count(uid: string, everyMs: number): () => void {
  let leave: (() => void) | undefined;
  const begin = () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const gone = new Promise<void>((resolve) => {
      leave = () => {
        isGone = true;
        clearTimeout(timer);
        resolve();
      };
    });
    const lookAgain = () => {
      if (user.peek()?.uid !== uid) return end();
      timer = setTimeout(lookAgain, look(uid, everyMs));
    };
    void tabLock('reminder', async () => {
      // It may have been another page's turn for long.
      if (isGone) return;
      lookAgain();
      await gone;
    });
  };
  const turn = () => {
    leave?.();
    leave = undefined;
    if (!document.hidden) begin();
  };
  const end = () => {
    document.removeEventListener('visibilitychange', turn);
    leave?.();
  };
  document.addEventListener('visibilitychange', turn);
  turn();
  return end;
}

/** Who is reminded, and how that ends. */
let followed = '';
let stop: () => void = () => undefined;
let again: ReturnType<typeof setTimeout> | undefined;

function remind(uid: string, minutes: number): void {
  clearTimeout(again);
  stop();
  if (minutes > 0) stop = count(uid, minutes * MINUTE_MS);
}

/** The person has chosen it: reminds from now on whenever so many minutes of their visit are over; 0: never again. */
export function remindAfter(minutes: number): void {
  const uid = user.peek()?.uid ?? '';
  followed = uid;
  const now = Date.now();
  const { began } = visitOf(uid, now);
  // What is over was not asked for yet.
  keepVisit(uid, { began, told: now - began }, now);
  remind(uid, minutes);
}

/** Asks what the person has set; what cannot be read is asked for again, and until then it stays as it was. */
async function ask(uid: string): Promise<void> {
  const state = await readStanding();
  if (followed !== uid) return;
  if (state) return remind(uid, state.remind);
  clearTimeout(again);
  again = setTimeout(() => void ask(uid), MINUTE_MS);
}

/** Another page of this person learnt something new of how they stand: a reminder that was set or ended there, a break that began. */
addEventListener('storage', ({ key }) => {
  if (key === STANDING_STORED && followed !== '') void ask(followed);
});

/** Reminds whoever is here now, and nobody who was before; a demo account has no reminder. Called with every change of who is here. */
export function followReminder(): void {
  const uid = isDemo.peek() ? '' : (user.peek()?.uid ?? '');
  if (uid === followed) return;
  followed = uid;
  clearTimeout(again);
  stop();
  // Who comes begins with what was known of them, and comes back to it from play.
  leaveStanding();
  if (uid !== '') void ask(uid);
  else if (!isDemo.peek()) putRiskHold(undefined);
}
