/** The micro form on screen and what became of the last confirm: sending, checking, taken or refused. One at a time. */
import { batch, type Signal, signal } from '@preact/signals';
import type { MicroSide } from '#domain/micro.ts';
import type { NewMicro } from '#domain/micro-trade.ts';
import { CALL_ERROR, CallError, isQuietFailure } from '#rest/call-error.ts';
import { submitMicro } from '#rest/micro.ts';
import { toast } from '../../../kit/toast.tsx';
import { errorText } from '../../../language/i18n.ts';
import { readMicros, trackMicro } from '../../../orders/micro/micro-life.ts';
import { request } from '../../../requests/request.ts';
import { readAfterRefusal } from '../../../security/read-standing.ts';
import { vibrate } from '../../../state/order-habits.ts';
import { invalidate } from '../../../state/query.ts';
import { type MicroAction, type MicroForm, reduce } from './micro-form.ts';

/** Long enough to be felt, too short to be heard. */
const TAKEN_SHAKE_MS = 20;

export type MicroState = {
  readonly form: Signal<MicroForm | undefined>;
  readonly side: Signal<MicroSide>;
  /** The sheet that asks. */
  readonly isAsking: Signal<boolean>;
  /** 'checking': the answer is late and its outcome is being asked for; nothing may be sent meanwhile. */
  readonly phase: Signal<'sending' | 'checking' | undefined>;
  /** Why the last trade was refused, until the form changes or the next one is sent. */
  readonly refusal: Signal<string | undefined>;
  /** The trade whose sheet is open; 0: none. */
  readonly shownId: Signal<number>;
  change(action: MicroAction): void;
  /** Sends it, and opens the trade that it became. A second press while one is under way does nothing. */
  send(asked: NewMicro): Promise<void>;
};

export function createMicroState(): MicroState {
  const form = signal<MicroForm | undefined>(undefined);
  const side = signal<MicroSide>('up');
  const isAsking = signal(false);
  const phase = signal<'sending' | 'checking' | undefined>(undefined);
  const refusal = signal<string | undefined>(undefined);
  const shownId = signal(0);
  const change = (action: MicroAction): void => {
    const before = form.peek();
    if (!before) return;
    batch(() => {
      form.value = reduce(before, action);
      refusal.value = undefined;
    });
  };
  const send = async (asked: NewMicro): Promise<void> => {
    if (phase.peek()) return;
    batch(() => {
      phase.value = 'sending';
      refusal.value = undefined;
    });
    try {
      const trade = await submitMicro(request, asked, { onChecking: () => (phase.value = 'checking'), silent: true });
      vibrate(TAKEN_SHAKE_MS);
      batch(() => {
        trackMicro(trade);
        isAsking.value = false;
        shownId.value = trade.id;
      });
      // An answer that came late, or had to be asked for, says what was left of its time when it was written.
      void readMicros();
    } catch (error) {
      void readAfterRefusal(error);
      const text = refusalOf(error);
      if (!text) return;
      // It is said in the sheet, where it can be mended; but not in that of another product, which is shown by now. Who has closed it may be elsewhere.
      const isOther = form.peek()?.productId !== asked.productId;
      if (isOther || !isAsking.peek()) toast(text, 'bad');
      if (!isOther) {
        batch(() => {
          refusal.value = text;
          isAsking.value = true;
        });
      }
      // A ratio may be another, a duration gone.
      void invalidate('micro-terms');
    } finally {
      phase.value = undefined;
    }
  };
  return { form, side, isAsking, phase, refusal, shownId, change, send };
}

/** The server's own words for a refusal; ours for what was no answer. Nothing for a call that another one replaced, or a second press. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return errorText(CALL_ERROR.network, String(error));
  return isQuietFailure(error) ? undefined : errorText(error.code, error.msg);
}
