/**
 * One place for one photo: what was chosen is made small, sent, and named by its address; or it waits here until there is a session to send it
 * with. Choosing again takes the place of what was there; a photo that cannot be sent leaves the place empty, which says why (decision D1.5.20).
 */
import { batch, type Signal, signal } from '@preact/signals';
import { ERROR } from '#protocol/errors.ts';
import { t } from '../language/i18n.ts';
import { refusalCode, refusalText } from '../requests/refusal.ts';
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
  choose(file: Blob): Promise<void>;
  /** Sends what waits. True: `url` is the address of a photo that the server has. */
  send(): Promise<boolean>;
  clear(): void;
};

function whyNot(error: unknown): string {
  if (error instanceof SmallPhotoError) return t('identity:photo.small');
  return error instanceof UnreadablePhotoError ? t('identity:photo.unreadable') : refusalText(error);
}

/** One choice on its way. Whoever chooses another, or is another person than its photo was sent for, is told nothing of it. */
type Trip = { readonly signal: AbortSignal; readonly isOver: () => boolean };

let waitingPhotos = 0;

/** What is on its way to a place, and what that comes to for who looks at it. */
function createWay(before: string) {
  const [url, preview, refusal] = [signal(before), signal(before), signal('')];
  const progress = signal<number | undefined>(undefined);
  let current: AbortController | undefined;
  const way = {
    ...{ url, preview, refusal, progress },
    /** The photo that waits for `send`, while it is made small too. */
    waiting: undefined as Promise<Blob | undefined> | undefined,
    show(next: string): void {
      if (preview.peek().startsWith('blob:')) URL.revokeObjectURL(preview.peek());
      preview.value = next;
    },
    clear(why = ''): void {
      current?.abort();
      current = undefined;
      way.waiting = undefined;
      batch(() => {
        way.show('');
        url.value = '';
        refusal.value = why;
        progress.value = undefined;
      });
    },
    /** `isAnybodys`: it is not known yet whose the photo will be. */
    begin(isAnybodys = false): Trip {
      const mine = new AbortController();
      const session = sessionNumber.peek();
      current = mine;
      progress.value = 0;
      return { signal: mine.signal, isOver: () => current !== mine || (!isAnybodys && sessionNumber.peek() !== session) };
    },
    /** A part of the way; what goes wrong on it empties the place. */
    async part<T>({ isOver }: Trip, work: Promise<T>): Promise<T | undefined> {
      try {
        const made = await work;
        return isOver() ? undefined : made;
      } catch (error) {
        if (isOver()) return undefined;
        way.clear(whyNot(error));
        if (refusalCode(error) === ERROR.session) void restoreSession();
        return undefined;
      }
    },
  };
  return way;
}

/** `url`: of a photo that was sent before. `isSentLater`: nobody is logged in yet, so that what is chosen waits for `send`. */
export function createPhotoPlace(before = '', isSentLater = false): PhotoPlace {
  const way = createWay(before);
  const { url, preview, progress, refusal } = way;
  const madeSmall = async (trip: Trip, file: Blob): Promise<Blob | undefined> => {
    const photo = await way.part(trip, shrinkPhoto(file));
    if (photo) way.show(URL.createObjectURL(photo));
    return photo;
  };
  const travel = async (trip: Trip, photo: Blob): Promise<boolean> => {
    const told = (share: number) => {
      if (!trip.isOver()) progress.value = share;
    };
    const address = await way.part(trip, sendPhoto(photo, trip.signal, told));
    if (address === undefined) return false;
    way.waiting = undefined;
    batch(() => {
      url.value = address;
      progress.value = undefined;
    });
    return true;
  };
  return {
    ...{ url, preview, progress, refusal },
    clear: () => way.clear(),
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
    async send() {
      const asked = way.waiting;
      if (!asked) return url.peek() !== '';
      const photo = await asked;
      // Another was chosen meanwhile: whoever presses next sends that one.
      return photo !== undefined && way.waiting === asked && travel(way.begin(), photo);
    },
  };
}
