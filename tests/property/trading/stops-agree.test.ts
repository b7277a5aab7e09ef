/** Page, worker and server give the same answer about stops and triggers, and it is that of a model with whole numbers of its own. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from '#domain/contract.ts';
import { decimal, formatDecimal, type Price } from '#domain/decimal.ts';
import { triggerSideOf } from '#domain/stops.ts';
import type { TicketInput } from '#protocol/engine-api.ts';
import { ERROR } from '#protocol/errors.ts';
import { TRIGGER } from '#protocol/frame.ts';
import type { StoredOrder } from '#server/repositories/stored-order.ts';
import { PriceBook } from '#server/tape/price-book.ts';
import { AccountIndex, indexedAccount } from '#server/trading/evaluator/account-index.ts';
import { stopHit, triggerHit } from '#server/trading/judge/tick-rules.ts';
import { stopsRefusal } from '#server/trading/orders/typed-stops.ts';
import { impossibleStops, initial } from '#ui/screens/trade/ticket/ticket.ts';
import { ticketEstimate } from '#worker/account/ticket.ts';
import { product } from '../../browser/support/fake-server.ts';

const ROW = product(1, 'EURUSD');
/** Prices of the product's grid, close together so that equal ones are common; 0 stands for none. */
const steps = fc.integer({ min: 108_000, max: 108_006 });
const stopSteps = fc.option(steps, { nil: 0, freq: 5 });
const sides = fc.constantFrom<Side>('buy', 'sell');
const priceOf = (at: number): Price => BigInt(at) * 1_000n;
const textOf = (at: number): string => formatDecimal(priceOf(at));

/** True when the model finds a stop on the wrong side: above the reference what must stand below it, and the other way round. */
const isWrong = (side: Side, at: number, loss: number, profit: number): boolean => {
  const sign = side === 'buy' ? 1 : -1;
  return (loss !== 0 && sign * (at - loss) <= 0) || (profit !== 0 && sign * (profit - at) <= 0);
};

const estimate = (at: number, fields: Partial<TicketInput>) =>
  ticketEstimate({
    terms: ROW,
    ticket: { productId: 1, lots: '0.1', leverage: 100, ...fields },
    price: priceOf(at),
    market: 'open',
    holdsStale: false,
    positions: [],
    funds: undefined,
    feeType: '1',
    stopOutLevel: decimal('50'),
  });

const FORETOLD = { down: TRIGGER.falls, up: TRIGGER.rises, now: TRIGGER.atOnce };
/** What the ticket says of a pending order that is placed at a price. */
const foretold = (at: number, target: number): number => estimate(at, { orderPrice: textOf(target) }).trigger;

function byWorker(side: Side, at: number, loss: number, profit: number): boolean {
  const found = estimate(at, { ...(loss ? { stopLoss: textOf(loss) } : {}), ...(profit ? { takeProfit: textOf(profit) } : {}) });
  const profits = side === 'buy' ? [found.stopLossBuy, found.takeProfitBuy] : [found.stopLossSell, found.takeProfitSell];
  return (loss !== 0 && profits[0] === undefined) || (profit !== 0 && profits[1] === undefined);
}

const byPage = (side: Side, at: number, loss: number, profit: number): boolean => {
  const ticket = { ...initial(ROW), stopLoss: loss ? textOf(loss) : undefined, takeProfit: profit ? textOf(profit) : undefined };
  return impossibleStops(ticket, side, priceOf(at)).length > 0;
};

const byServer = (side: Side, at: number, loss: number, profit: number): boolean =>
  stopsRefusal(side, priceOf(at), { stopLoss: priceOf(loss), takeProfit: priceOf(profit) })?.code === ERROR.stopInvalid;

/** What the rules of a tick read of an order. */
const order = (fields: Partial<StoredOrder>): StoredOrder =>
  ({
    id: 1,
    productId: 1,
    lots: 10n ** 7n,
    openPrice: priceOf(108_003),
    contractNumber: 0n,
    quoteRate: 10n ** 8n,
    marginMode: 0,
    evalFrom: 5,
    stopLoss: 0n,
    takeProfit: 0n,
    stopLossFrom: 5,
    takeProfitFrom: 5,
    triggerSide: '',
    askedPrice: 0n,
    ...fields,
  }) as StoredOrder;

/** True when the evaluator's index gives the account out at a price. Its contract number of 0 leaves the margin out of it. */
function isFound(positions: readonly StoredOrder[], pendings: readonly StoredOrder[], price: Price): boolean {
  const index = new AccountIndex();
  const holdings = { balance: 10n ** 12n, margin: 1n, pending: 0n, deficit: 0n, positions, pendings };
  const account = indexedAccount({ userId: 7, realm: 'real', type: 'forex' }, holdings, { isCalled: false, judgedSeq: 5 });
  const heard = { price: priceOf(108_003), seq: 5, aliveSeq: 5, aliveTimeMs: 0, aliveSecond: 0 };
  index.put(account, new PriceBook([[1, heard]]), 5, { stopOutLevel: decimal('50'), marginCallLevel: decimal('100') });
  return (index.meet(1, price)?.owners.size ?? 0) > 0;
}

describe('stops', () => {
  it('D1.2.25 are wrong to the ticket, to the estimate and to the server alike', () => {
    fc.assert(
      fc.property(sides, steps, stopSteps, stopSteps, (side, at, loss, profit) => {
        const wanted = isWrong(side, at, loss, profit);
        const answers = [byPage, byWorker, byServer].map((ask) => ask(side, at, loss, profit));
        expect(answers).toEqual([wanted, wanted, wanted]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('D1.4.06 are met for the judge and found by the index at the same prices, from the tick after they were set', () => {
    const seqs = fc.constantFrom(4, 5, 6, 7);
    fc.assert(
      fc.property(sides, steps, stopSteps, stopSteps, seqs, seqs, (side, at, loss, profit, lossFrom, profitFrom) => {
        const sign = side === 'buy' ? 1 : -1;
        const isLoss = loss !== 0 && sign * (at - loss) <= 0;
        const isProfit = profit !== 0 && sign * (profit - at) <= 0;
        const held = order({
          side,
          stopLoss: priceOf(loss),
          takeProfit: priceOf(profit),
          stopLossFrom: lossFrom,
          takeProfitFrom: profitFrom,
        });
        const wanted = isLoss && lossFrom < 6 ? 'sl' : isProfit && profitFrom < 6 ? 'tp' : undefined;
        expect(stopHit(held, priceOf(at), 6)).toBe(wanted);
        expect(stopHit({ ...held, evalFrom: 6 }, priceOf(at), 6)).toBeUndefined();
        expect(isFound([held], [], priceOf(at))).toBe(isLoss || isProfit);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a pending order', () => {
  it('D1.4.05 is filled by the judge, found by the index and foretold by the estimate at the same prices', () => {
    fc.assert(
      fc.property(steps, steps, steps, (placedAt, target, at) => {
        const side = target < placedAt ? 'down' : target > placedAt ? 'up' : 'now';
        expect([triggerSideOf(priceOf(target), priceOf(placedAt)), foretold(placedAt, target)]).toEqual([side, FORETOLD[side]]);
        const waiting = order({ side: 'buy', triggerSide: side, askedPrice: priceOf(target) });
        const wanted = side === 'now' || (side === 'down' ? at <= target : at >= target);
        expect(triggerHit(waiting, priceOf(at), 6)).toBe(wanted);
        expect(isFound([], [waiting], priceOf(at))).toBe(wanted);
      }),
      { numRuns: 1_000 },
    );
  });
});
