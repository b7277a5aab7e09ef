/** The trading account's live numbers, from the engine; `isAccountKnown` false: show '--'. Texts are ready for JSX. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Money, Ratio } from '#domain/decimal.ts';
import { ACCOUNT } from '#protocol/frame.ts';
import { amountText, signedAmountText, UNKNOWN } from '../text/format.ts';
import { levelText } from '../text/level-text.ts';

const money = (): Signal<Money> => signal<Money>(0n);

export const isAccountKnown = signal(false);
/** All that is in the account, locks and debts too, without open profit: the same as its total elsewhere. */
const balance = money();
export const equity = money();
export const margin = money();
/** What an order may take. */
export const usable = money();
export const floatingProfit = money();
/** Held back for pending orders. */
export const locked = money();
/** Percent; `undefined` without margin. */
export const marginLevel = signal<Ratio | undefined>(undefined);

const text = (value: Signal<Money>, format: (value: Money) => string): ReadonlySignal<string> =>
  computed(() => (isAccountKnown.value ? format(value.value) : UNKNOWN));
export const balanceText = text(balance, (value) => amountText(value, 2));
export const equityText = text(equity, (value) => amountText(value, 2));
export const marginText = text(margin, (value) => amountText(value, 2));
export const usableText = text(usable, (value) => amountText(value, 2));
export const lockedText = text(locked, (value) => amountText(value, 2));
export const floatingProfitText = text(floatingProfit, (value) => signedAmountText(value, 2));
export const marginLevelText = computed(() =>
  isAccountKnown.value && marginLevel.value !== undefined ? levelText(marginLevel.value) : UNKNOWN,
);

/** Takes the account section of a frame; only called inside a batch. */
export function writeAccount(slots: BigInt64Array, at: number): void {
  const read = (slot: number) => slots[at + slot] as bigint;
  equity.value = read(ACCOUNT.equity);
  margin.value = read(ACCOUNT.margin);
  usable.value = read(ACCOUNT.usable);
  floatingProfit.value = read(ACCOUNT.floatingProfit);
  balance.value = equity.value - floatingProfit.value;
  locked.value = read(ACCOUNT.pending);
  const level = read(ACCOUNT.marginLevel);
  marginLevel.value = level === -1n ? undefined : level;
  isAccountKnown.value = true;
}

/** A logout or a switch of the account: nothing is known until the engine says so. */
export function forgetAccount(): void {
  isAccountKnown.value = false;
}
