/** What the order ticket would cost, as the engine reckons it on every tick: the server's own formulas. `watchTicket` asks for it. */
import { signal } from '@preact/signals';
import type { Money, Ratio } from '#domain/decimal.ts';
import { ESTIMATE } from '#protocol/frame.ts';

export type Estimate = {
  /** Price it stands on. */
  price: number;
  margin: Money;
  fee: Money;
  /** Percent after the order; `undefined` without margin. */
  marginLevelAfter: Ratio | undefined;
  /** 0: none. */
  stopOutBuy: number;
  stopOutSell: number;
  /** 0, or the error code that the server would answer. */
  problem: number;
};

/** `undefined` until the engine has answered the ticket that now stands. */
export const estimate = signal<Estimate | undefined>(undefined);

/** Takes the estimate section of a frame; only called inside a batch. */
export function writeEstimate(slots: Float64Array, ints: BigInt64Array, at: number): void {
  const level = ints[at + ESTIMATE.marginLevelAfter] as bigint;
  estimate.value = {
    price: slots[at + ESTIMATE.price] as number,
    margin: ints[at + ESTIMATE.margin] as bigint,
    fee: ints[at + ESTIMATE.fee] as bigint,
    marginLevelAfter: level === -1n ? undefined : level,
    stopOutBuy: slots[at + ESTIMATE.stopOutBuy] as number,
    stopOutSell: slots[at + ESTIMATE.stopOutSell] as number,
    problem: slots[at + ESTIMATE.problem] as number,
  };
}

export function forgetEstimate(): void {
  estimate.value = undefined;
}
