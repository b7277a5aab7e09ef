/** How orders ended that a list still has a place for, and whether this page asked for it. */
import { type Signal, signal } from '@preact/signals';
import type { CloseReason } from '#domain/close-reasons.ts';
import type { Refusal } from '../../../requests/money-refusal.ts';

/** Ends that are remembered; a list that is on screen has fewer. */
const ENDS_MAX = 1_000;

type OrderEnd = CloseReason | 'cancelled';
const ends: Signal<ReadonlyMap<number, OrderEnd>> = signal(new Map());
/** How many calls have asked for it: of two the one that ends first does not speak for the other. */
const own = new Map<number, number>();

/** `undefined`: nothing was told. */
export const endOf = (id: number): OrderEnd | undefined => ends.value.get(id);
/** Whether it was this page that asked for it. */
export const isOwnEnd = (id: number): boolean => own.has(id);

/** Called before a list learns that they are gone. */
export const noteEnds = (ids: readonly number[], endOfId: (id: number) => OrderEnd): void => {
  ends.value = new Map([...ends.peek(), ...ids.map((id) => [id, endOfId(id)] as const)].slice(-ENDS_MAX));
};

/** How long after its answer an end is still taken for the one that was asked for, ms: the lists hear of it from the engine. */
const OWN_FOR_MS = 10_000;

/**
 * What is asked for of these orders is their person's own, unless it is refused; for a moment only, since what is left of a part, or what a close of all
 * could not close, may be ended by its stop later.
 */
export async function asOwnEnd(ids: readonly number[], send: () => Promise<Refusal | undefined>): Promise<Refusal | undefined> {
  const count = (by: 1 | -1) => {
    for (const id of ids) {
      const calls = (own.get(id) ?? 0) + by;
      if (calls > 0) own.set(id, calls);
      else own.delete(id);
    }
  };
  const forget = () => count(-1);
  count(1);
  let isAnswered = false;
  try {
    const refusal = await send();
    isAnswered = refusal === undefined;
    return refusal;
  } finally {
    if (isAnswered) setTimeout(forget, OWN_FOR_MS);
    else forget();
  }
}
