/**
 * One place for one photo: what was chosen is made small, sent, and named by its address; or it waits here until there is a session to send it
 * with. Choosing again takes the place of what was there. A photo that no answer came to is held, and goes up when the link is back or its person
 * presses (decision D9.411); one that is refused leaves the place empty, which says why (decision D1.5.20).
 */
import { batch, effect, type Signal, signal } from '@preact/signals';
import { ERROR } from '#protocol/errors.ts';
import { CALL_ERROR } from '#rest/call-error.ts';
import { ownFrame } from '../browser/own-task.ts';
import { t } from '../language/i18n.ts';
import { refusalCode, refusalText } from '../requests/refusal.ts';
import { linkTrouble } from '../state/link.ts';
import { restoreSession, sessionNumber } from '../state/session.ts';
import { sendPhoto } from './send-photo.ts';
import { SmallPhotoError, shrinkPhoto, UnreadablePhotoError } from './shrink-photo.ts';

export type PhotoPlace = {
  /** By which a form names the photo; '' while there is none. Of one that waits it is a name that no server knows. */
  readonly url: Signal<string>;
  /** What can be shown of it; '' for none. */
  readonly preview: Signal<string>;
  /** Share that has been sent, 0 to 1; undefined while nothing is on its way. */
  readonly progress: Signal<number | undefined>;
  /** Why what was chosen last is not here; '' while there is nothing to say. */
  readonly refusal: Signal<string>;
  /** What was chosen is here and could not be sent: `send` tries again. */
  readonly isHeld: Signal<boolean>;
  choose(file: Blob): Promise<void>;
  /** Sends what waits. True: `url` is the address of a photo that the server has. */
  send(): Promise<boolean>;
  /** `before`: what was sent before is there again. */
  clear(before?: string): void;
};

function whyNot(error: unknown): string {
  if (error instanceof SmallPhotoError) return t('identity:photo.small');
  return error instanceof UnreadablePhotoError ? t('identity:photo.unreadable') : refusalText(error);
}

/** No answer came: the photo is as good as before. */
const isHoldable = (error: unknown): boolean =>
  ([CALL_ERROR.network, CALL_ERROR.timeout, CALL_ERROR.offline] as unknown[]).includes(refusalCode(error));

/** One choice on its way. Whoever chooses another, or is another person than its photo was sent for, is told nothing of it. */
type Trip = { readonly signal: AbortSignal; readonly isOver: () => boolean };

let waitingPhotos = 0;

/** What is on its way to a place, and what that comes to for who looks at it. */
function createWay(before: string) {
  const [url, preview, refusal] = [signal(before), signal(before), signal('')];
  const progress = signal<number | undefined>(undefined);
  const isHeld = signal(false);
  let stopWaiting: (() => void) | undefined;
  let current: AbortController | undefined;
  const way = {
    ...{ url, preview, refusal, progress, isHeld },
    /** The photo that waits for `send`, while it is made small too. */
    waiting: undefined as Promise<Blob | undefined> | undefined,
    show(next: string): void {
      if (preview.peek().startsWith('blob:')) URL.revokeObjectURL(preview.peek());
      preview.value = next;
    },
    clear(why = '', next = ''): void {
      current?.abort();
      current = undefined;
      way.waiting = undefined;
      stopWaiting?.();
      batch(() => {
        way.show(next);
        url.value = next;
        refusal.value = why;
        progress.value = undefined;
        isHeld.value = false;
      });
    },
    /** Keeps a photo that no answer came to; `again` is called once, when the link is back. */
    hold(photo: Blob, why: string, again: () => void): void {
      way.waiting = Promise.resolve(photo);
      batch(() => {
        url.value = `waiting ${++waitingPhotos}`;
        refusal.value = why;
        progress.value = undefined;
        isHeld.value = true;
      });
      stopWaiting?.();
      stopWaiting = whenLinkIsBack(again);
    },
    /** `isAnybodys`: it is not known yet whose the photo will be. */
    begin(isAnybodys = false): Trip {
      const mine = new AbortController();
      const session = sessionNumber.peek();
      current = mine;
      stopWaiting?.();
      batch(() => {
        progress.value = 0;
        refusal.value = '';
        isHeld.value = false;
      });
      return { signal: mine.signal, isOver: () => current !== mine || (!isAnybodys && sessionNumber.peek() !== session) };
    },
    /** A part of the way; what goes wrong on it empties the place, unless `kept` keeps what it was about. */
    async part<T>({ isOver }: Trip, work: Promise<T>, kept?: (error: unknown) => boolean): Promise<T | undefined> {
      try {
        const made = await work;
        return isOver() ? undefined : made;
      } catch (error) {
        if (isOver() || kept?.(error)) return undefined;
        way.clear(whyNot(error));
        if (refusalCode(error) === ERROR.session) void restoreSession();
        return undefined;
      }
    },
  };
  return way;
}

/** Calls once when the link has had trouble and has none any more. Gives what stops waiting for it. */
function whenLinkIsBack(run: () => void): () => void {
  let hadTrouble = false;
  return effect(() => {
    const isFine = linkTrouble.value === 'none';
    // In a task of its own: what runs reads and writes signals, and ends this effect.
    if (isFine && hadTrouble) setTimeout(run);
    hadTrouble = !isFine;
  });
}

/** `url`: of a photo that was sent before. `isSentLater`: nobody is logged in yet, so that what is chosen waits for `send`. */
export function createPhotoPlace(before = '', isSentLater = false): PhotoPlace {
  const way = createWay(before);
  const { url, preview, progress, refusal, isHeld } = way;
  const madeSmall = async (trip: Trip, file: Blob): Promise<Blob | undefined> => {
    // Making it small holds the page up: that it is under way is on screen first.
    const photo = await way.part(
      trip,
      ownFrame().then(() => shrinkPhoto(file)),
    );
    if (photo) way.show(URL.createObjectURL(photo));
    return photo;
  };
  const travel = async (trip: Trip, photo: Blob): Promise<boolean> => {
    const told = (share: number) => {
      if (!trip.isOver()) progress.value = share;
    };
    const address = await way.part(trip, sendPhoto(photo, trip.signal, told), (error) => {
      if (!isHoldable(error)) return false;
      way.hold(photo, whyNot(error), () => void send());
      return true;
    });
    if (address === undefined) return false;
    way.waiting = undefined;
    batch(() => {
      url.value = address;
      progress.value = undefined;
    });
    return true;
  };
  const send = async (): Promise<boolean> => {
    const asked = way.waiting;
    if (!asked) return url.peek() !== '';
    const photo = await asked;
    // Another was chosen meanwhile: whoever presses next sends that one.
    return photo !== undefined && way.waiting === asked && travel(way.begin(), photo);
  };
  return {
    ...{ url, preview, progress, refusal, isHeld, send },
    clear: (before) => way.clear('', before),
    async choose(file) {
      way.clear();
      const trip = way.begin(isSentLater);
      const small = madeSmall(trip, file);
      if (isSentLater) {
        way.waiting = small;
        url.value = `waiting ${++waitingPhotos}`;
      }
      const photo = await small;
      if (photo && isSentLater) progress.value = undefined;
      else if (photo) await travel(trip, photo);
    },
  };
}
