/** The visitor's door: one tap into this browser's demo account, from whichever screen offers it. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { decimalFromWire, type Money } from '#domain/decimal.ts';
import { isQuietFailure } from '#rest/call-error.ts';
import { toast } from '../kit/toast.tsx';
import { needTexts } from '../language/i18n.ts';
import { loginAsDemo, sessionStatus } from '../state/session.ts';
import { setting } from '../state/site.ts';
import { moneyText } from '../text/money.ts';
import { refusalText } from './refusal.ts';

const isEntering = signal(false);
/** True while the demo is being entered. */
export const isStartingDemo: ReadonlySignal<boolean> = isEntering;
let entering: Promise<boolean> | undefined;

/** What a new demo account holds: '10,000 USD'. */
export const playMoney = (): string => moneyText(decimalFromWire<Money>(setting('demo_balance')) ?? 0n, { digits: 0 });

/**
 * Enters the demo account of this browser, and makes one where there is none; a tap while that is under way is the same. True: token, user
 * and `sessionStatus` are in place. False: it was refused, and a toast has said why. The kept pages are made anew on the way.
 */
export function startDemo(): Promise<boolean> {
  entering ??= enter().finally(() => {
    entering = undefined;
  });
  return entering;
}

async function enter(): Promise<boolean> {
  if (sessionStatus.peek() === 'in') return true;
  isEntering.value = true;
  try {
    await loginAsDemo();
    return true;
  } catch (error) {
    await tell(error);
    return false;
  } finally {
    isEntering.value = false;
  }
}

async function tell(error: unknown): Promise<void> {
  if (isQuietFailure(error)) return;
  // Not every screen that offers the demo has brought the words for a refusal; without them the server's own are shown.
  await needTexts('errors').catch(() => undefined);
  toast(refusalText(error), 'bad');
}
