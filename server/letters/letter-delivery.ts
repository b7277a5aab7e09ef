/**
 * Sends what waits, some at a time, on whichever node looks first: a letter is claimed for one try, and is due again should the node end
 * before it has said what became of it. So it may come twice, and is never lost while it is worth sending. Nothing of a letter is logged.
 */
import type { Clock, Stop } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { claimLetter, delayLetter, dueLetters, endLetter, type WordedLetter } from '../repositories/letter-repository.ts';
import type { Settings } from '../site/settings.ts';
import { type Carrier, type Channel, LetterRefusedError } from './letter.ts';
import { writtenLetter } from './letter-text.ts';

/** Letters of one channel that are under way at once: a gateway that does not answer must not hold up the mails, nor a mail server the messages. */
const AT_ONCE = 4;
const CHANNELS: readonly Channel[] = ['email', 'sms'];
/** Longer than any carrier takes to give up. */
const CLAIM_MS = 60_000;
/** How long after each try the next one is made; the try after the last of them is the last. */
const RETRY_MS = [5_000, 30_000, 120_000, 300_000];
const POLL_MS = 5_000;
/** What is under way when the server stops is waited for so long; it is due again anyway. */
const STOP_MS_MAX = 3_000;

export interface LetterDelivery {
  wake(): void;
  start(): void;
  /** Resolves when nothing is under way any more, or a few seconds have passed. */
  stop(): Promise<void>;
}

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  readonly carriers: Readonly<Record<Channel, Carrier>>;
  /** The demo's outbox shows letters after they are sent; anywhere else what they said is erased. */
  readonly keepsParams: boolean;
};

export function createLetterDelivery(parts: Parts): LetterDelivery {
  const { clock } = parts;
  let stopPolling: Stop | undefined;
  const workers = CHANNELS.map((channel) => createChannelWorker(parts, channel, () => stopPolling !== undefined));
  const wake = (): void => {
    for (const worker of workers) worker.run();
  };
  return {
    wake,
    start() {
      stopPolling ??= clock.every(POLL_MS, wake);
      wake();
    },
    async stop() {
      stopPolling?.();
      stopPolling = undefined;
      const running = workers.flatMap((worker) => worker.running());
      if (running.length > 0) await Promise.race([Promise.all(running), clock.sleep(STOP_MS_MAX)]);
      for (const carrier of Object.values(parts.carriers)) carrier.close();
    },
  };
}

/** Sends the letters of one channel. `running`: what is under way. */
function createChannelWorker(parts: Parts, channel: Channel, isOn: () => boolean): { run(): void; running(): Promise<void>[] } {
  const { db, clock, log } = parts;
  const underWay = new Map<number, Promise<void>>();
  let looking: Promise<void> | undefined;
  let isWoken = false;

  /** A letter in a place, which is free for another as soon as this one is done: one that hangs holds up none but itself. */
  async function carry(letter: WordedLetter): Promise<void> {
    try {
      await sendOne(parts, letter);
    } catch (error) {
      // Nothing was marked as sent that was not: the next look tries again.
      log.error({ reason: reasonOf(error), channel }, 'what became of a letter could not be written');
      return;
    } finally {
      underWay.delete(letter.id);
    }
    run();
  }

  async function fillPlaces(): Promise<void> {
    while (underWay.size < AT_ONCE) {
      // Among them may be those under way whose claims are not written yet.
      const due = await dueLetters(db.kysely, channel, clock.now(), AT_ONCE);
      const next = due.filter(({ id }) => !underWay.has(id)).slice(0, AT_ONCE - underWay.size);
      if (next.length === 0 || !isOn()) return;
      for (const letter of next) underWay.set(letter.id, carry(letter));
    }
  }

  async function look(): Promise<void> {
    try {
      while (isWoken && isOn()) {
        isWoken = false;
        await fillPlaces();
      }
    } catch (error) {
      log.error({ reason: reasonOf(error), channel }, 'letters could not be looked for');
    } finally {
      looking = undefined;
    }
  }

  function run(): void {
    isWoken = true;
    if (isOn()) looking ??= look();
  }

  return { run, running: () => [...(looking ? [looking] : []), ...underWay.values()] };
}

/** One try; whatever happens to it, the letter's row says so afterwards. */
async function sendOne({ db, clock, log, settings, carriers, keepsParams }: Parts, letter: WordedLetter): Promise<void> {
  const end = (state: 'sent' | 'failed' | 'none', failure = '') =>
    db.transaction((trx) => endLetter(trx, letter.id, { state, failure, endedAtMs: clock.now(), keepsParams }));
  if (!(await db.transaction((trx) => claimLetter(trx, letter, clock.now() + CLAIM_MS)))) return;
  if (letter.target === '') return end('none');
  if (clock.now() >= letter.expires_at) return end('failed', 'too old');
  const about = { letter: letter.id, channel: letter.channel, template: letter.template, tries: letter.tries + 1 };
  try {
    await carriers[letter.channel].send(writtenLetter(letter, settings.get('site_name')));
  } catch (error) {
    const reason = reasonOf(error);
    const retryMs = error instanceof LetterRefusedError ? undefined : RETRY_MS[letter.tries];
    log.warn({ ...about, reason }, retryMs === undefined ? 'a letter was given up' : 'a letter could not be sent and will be tried again');
    if (retryMs === undefined) return end('failed', reason);
    return db.transaction((trx) => delayLetter(trx, letter.id, clock.now() + retryMs));
  }
  await end('sent');
}

/** A word or a number: what a carrier says in full may repeat the letter. */
function reasonOf(error: unknown): string {
  const { code, responseCode, name } = error as { code?: unknown; responseCode?: unknown; name?: unknown };
  if (error instanceof LetterRefusedError) return error.message.slice(0, 80);
  return String(responseCode ?? code ?? name ?? 'unknown').slice(0, 80);
}
