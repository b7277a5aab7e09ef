/** What the order ticket would cost, as the engine computes it on every tick: the server's own formulas. `watchTicket` asks for it. */
import { signal } from '@preact/signals';
import type { Lots, Money, Ratio } from '#domain/decimal.ts';
import { ESTIMATE, numberAt, TRIGGER } from '#protocol/frame.ts';

type TriggerName = keyof typeof TRIGGER;
export type Estimate = {
  /** Price that it is based on: now, or the order price of a pending order. 0: none yet. */
  price: number;
  margin: Money | undefined;
  fee: Money | undefined;
  /** Percent after the order; `undefined` without margin. */
  marginLevelAfter: Ratio | undefined;
  /** 0: none. */
  stopOutBuy: number;
  stopOutSell: number;
  /** 0, or the error code that the server would answer either side. */
  problem: number;
  /** Profit of a Buy and of a Sell at each stop; `undefined` where the stop is off or on the wrong side. */
  stopLossBuy: Money | undefined;
  stopLossSell: Money | undefined;
  takeProfitBuy: Money | undefined;
  takeProfitSell: Money | undefined;
  /** What fills a pending order. */
  trigger: TriggerName;
  /** Answers to the risk asked about. */
  riskMoney: Money | undefined;
  riskLots: Lots | undefined;
  riskLoss: Money | undefined;
};

/** `undefined` until the engine has answered the ticket as it is now. */
export const estimate = signal<Estimate | undefined>(undefined);

const TRIGGERS = Object.keys(TRIGGER) as TriggerName[];

/** Takes the estimate section of a frame; only called inside a batch. */
export function writeEstimate(slots: Float64Array, ints: BigInt64Array, at: number): void {
  const number = (slot: number) => numberAt(slots, at + slot);
  const known = (slot: number) => (ints[at + slot] === -1n ? undefined : (ints[at + slot] as bigint));
  estimate.value = {
    price: number(ESTIMATE.price),
    margin: known(ESTIMATE.margin),
    fee: known(ESTIMATE.fee),
    marginLevelAfter: known(ESTIMATE.marginLevelAfter),
    stopOutBuy: number(ESTIMATE.stopOutBuy),
    stopOutSell: number(ESTIMATE.stopOutSell),
    problem: number(ESTIMATE.problem),
    stopLossBuy: known(ESTIMATE.stopLossBuy),
    stopLossSell: known(ESTIMATE.stopLossSell),
    takeProfitBuy: known(ESTIMATE.takeProfitBuy),
    takeProfitSell: known(ESTIMATE.takeProfitSell),
    trigger: TRIGGERS[number(ESTIMATE.trigger)] ?? 'none',
    riskMoney: known(ESTIMATE.riskMoney),
    riskLots: known(ESTIMATE.riskLots),
    riskLoss: known(ESTIMATE.riskLoss),
  };
}

export function forgetEstimate(): void {
  estimate.value = undefined;
}
