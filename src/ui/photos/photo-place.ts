/**
 * One place for one photo: what was chosen is made small, sent, and named by its address. Choosing again takes the place of what was there; a
 * photo that cannot be sent leaves the place empty, and a toast says why (decision D1.5.20).
 */
import { batch, type Signal, signal } from '@preact/signals';
import { ERROR } from '#protocol/errors.ts';
import { toast } from '../kit/toast.tsx';
import { t } from '../language/i18n.ts';
import { refusalCode, refusalText } from '../requests/refusal.ts';
import { restoreSession, sessionNumber } from '../state/session.ts';
import { sendPhoto } from './send-photo.ts';
import { shrinkPhoto, UnreadablePhotoError } from './shrink-photo.ts';

export type PhotoPlace = {
  /** By which a form names the photo; '' while there is none. */
  readonly url: Signal<string>;
  /** What can be shown of it; '' for none. */
  readonly preview: Signal<string>;
  /** Share that has been sent, 0 to 1; undefined while nothing is on its way. */
  readonly progress: Signal<number | undefined>;
  choose(file: Blob): Promise<void>;
  clear(): void;
};

/** `url`: of a photo that was sent before. */
export function createPhotoPlace(before = ''): PhotoPlace {
  const url = signal(before);
  const preview = signal(before);
  const progress = signal<number | undefined>(undefined);
  let sending: AbortController | undefined;

  const show = (next: string): void => {
    if (preview.peek().startsWith('blob:')) URL.revokeObjectURL(preview.peek());
    preview.value = next;
  };
  const clear = (): void => {
    sending?.abort();
    sending = undefined;
    batch(() => {
      show('');
      url.value = '';
      progress.value = undefined;
    });
  };

  return {
    url,
    preview,
    progress,
    clear,
    async choose(file) {
      clear();
      const mine = new AbortController();
      const session = sessionNumber.peek();
      sending = mine;
      progress.value = 0;
      // Whoever chooses another, or is another person by now, is told nothing of this one.
      const isOver = () => sending !== mine || sessionNumber.peek() !== session;
      try {
        const photo = await shrinkPhoto(file);
        if (isOver()) return;
        show(URL.createObjectURL(photo));
        const address = await sendPhoto(photo, mine.signal, (share) => {
          if (!isOver()) progress.value = share;
        });
        if (isOver()) return;
        batch(() => {
          url.value = address;
          progress.value = undefined;
        });
      } catch (error) {
        if (isOver()) return;
        clear();
        toast(error instanceof UnreadablePhotoError ? t('identity:photo.unreadable') : refusalText(error), 'bad');
        if (refusalCode(error) === ERROR.session) void restoreSession();
      }
    },
  };
}
