/** The estimate of the ticket against figures derived by hand, and its way through a frame to the page. */
import { describe, expect, it } from 'vitest';
import type { AccountFunds } from '#domain/account.ts';
import { decimal, formatDecimal, type Price } from '#domain/decimal.ts';
import type { TradeTerms } from '#domain/product.ts';
import type { TicketInput } from '#protocol/engine-api.ts';
import { ERROR } from '#protocol/errors.ts';
import { FRAME_BYTES, SECTION, TRIGGER } from '#protocol/frame.ts';
import { estimate as shown, writeEstimate } from '#ui/state/estimate.ts';
import { type TicketQuestion, ticketEstimate } from '#worker/account/ticket.ts';
import { writeTicket } from '#worker/account/ticket-slots.ts';
import { World } from './world.ts';

const terms: TradeTerms = {
  contractNumber: decimal('100000'),
  marginMode: 0,
  quoteRate: decimal('1'),
  lots: { pip: decimal('0.01'), min: decimal('0.1'), max: decimal('50') },
  feeRate: decimal('6'),
  leverages: [20, 50, 100].map((value) => ({ value, isDefault: value === 100 })),
  pricePrecision: 5,
};
const money = (balance: string, rest: Partial<AccountFunds> = {}): AccountFunds => ({
  balance: decimal(balance),
  margin: 0n,
  pending: 0n,
  deficit: 0n,
  floatingProfit: 0n,
  ...rest,
});
const NOW = decimal<Price>('1.08342');
const TICKET: TicketInput = { productId: 1, lots: '0.1', leverage: 100 };
const ask = (ticket: Partial<TicketInput>, rest: Partial<TicketQuestion> = {}) =>
  ticketEstimate({
    terms,
    ticket: { ...TICKET, ...ticket },
    price: NOW,
    market: 'open',
    holdsStale: false,
    positions: [],
    funds: money('10000'),
    feeType: '1',
    stopOutLevel: decimal('50'),
    ...rest,
  });
const text = (value: bigint | undefined) => (value === undefined ? '--' : formatDecimal(value));

describe('the estimate of a ticket', () => {
  it('S1-2.72 gives margin, fee, level and stop-out of a market order at the price now', () => {
    const found = ask({});
    // 0.1 x 100000 x 1.08342 / 100; 0.1 x 6; (10000 - 0.6) / 108.342 x 100.
    expect([text(found.margin), text(found.fee), text(found.marginLevelAfter)]).toEqual(['108.342', '0.6', '9229.48']);
    // 1.08342 -+ (9999.4 - 54.171) / 10000, rounded against the trader.
    expect([found.stopOutBuy, found.stopOutSell]).toEqual([0.0889, 2.07794]);
    expect([found.price, found.problem, found.trigger]).toEqual([1.08342, 0, TRIGGER.none]);
  });

  it('tells what each stop brings, for the side that can have it', () => {
    const found = ask({ stopLoss: '1.08', takeProfit: '1.09' });
    expect([text(found.stopLossBuy), text(found.takeProfitBuy)]).toEqual(['-34.2', '65.8']);
    expect([found.stopLossSell, found.takeProfitSell]).toEqual([undefined, undefined]);
    const short = ask({ stopLoss: '1.09', takeProfit: '1.08' });
    expect([text(short.stopLossSell), text(short.takeProfitSell), short.stopLossBuy]).toEqual(['-65.8', '34.2', undefined]);
    const atPrice = ask({ stopLoss: '1.08342' });
    expect([atPrice.stopLossBuy, atPrice.stopLossSell, atPrice.problem]).toEqual([undefined, undefined, ERROR.stopInvalid]);
  });

  it('D1.2.28 computes a pending order on its own price, with the positions of the product moved there', () => {
    const held = { ...terms, side: 'buy' as const, lots: decimal('0.2'), openPrice: decimal('1.08') };
    const funds = money('9000', { margin: decimal('216'), floatingProfit: decimal('68.4') });
    const found = ask({ orderPrice: '1.08', stopLoss: '1.075' }, { positions: [held], funds });
    expect([found.price, text(found.margin), text(found.stopLossBuy)]).toEqual([1.08, '108', '-50']);
    // At 1.08 the held position has no profit: equity 9000 + 216 - 0.6 = 9215.4 over margin 324.
    expect(text(found.marginLevelAfter)).toBe('2844.26');
    // 0.3 lots long: 1.08 - (9215.4 - 162) / 30000; long 0.2 less 0.1: 1.08 - 9053.4 / 10000.
    expect([found.stopOutBuy, found.stopOutSell]).toEqual([0.77822, 0.17466]);
  });

  it.each([
    ['1.08', TRIGGER.falls],
    ['1.09', TRIGGER.rises],
    ['1.08342', TRIGGER.atOnce],
    ['', TRIGGER.none],
  ])('D1.4.05 says what fills a pending order at %s', (orderPrice, trigger) => {
    expect(ask({ orderPrice }).trigger).toBe(trigger);
    expect(ask({ orderPrice }, { market: 'closed' }).trigger).toBe(trigger === TRIGGER.atOnce ? TRIGGER.none : trigger);
  });

  it('D9.06 finds the lots that lose a percent of the equity at a stop, floored to the step', () => {
    const risk = (percent: string, stop: string, rest: Partial<TicketQuestion> = {}) => {
      const { riskMoney, riskLots, riskLoss } = ask({ risk: { percent, stop } }, rest);
      return [text(riskMoney), text(riskLots), text(riskLoss)];
    };
    expect(risk('1', '1.07842')).toEqual(['100', '0.2', '100']);
    // 50 / 443 a lot = 0.1128: 0.11 lots lose 48.73.
    expect(risk('0.5', '1.07899')).toEqual(['50', '0.11', '48.73']);
    expect(risk('1', '1.08842')).toEqual(['100', '0.2', '100']);
    expect(risk('0.01', '1.07842')).toEqual(['1', '0', '0']);
    expect(risk('1', '1.08342')).toEqual(['100', '--', '--']);
    expect(risk('1', '1.0784211')).toEqual(['100', '--', '--']);
    expect(risk('0', '1.07842')).toEqual(['--', '--', '--']);
    expect(risk('101', '1.07842')).toEqual(['--', '--', '--']);
    expect(risk('1', '1.07842', { funds: undefined })).toEqual(['--', '--', '--']);
    expect(risk('1', '1.07842', { funds: money('0', { deficit: decimal('5') }) })).toEqual(['--', '--', '--']);
  });

  it.each<[string, number, Partial<TicketInput>, Partial<TicketQuestion>]>([
    ['nothing is wrong', 0, {}, {}],
    ['leverage comes before lots', ERROR.leverageInvalid, { leverage: 7, lots: '' }, {}],
    ['lots come before the market', ERROR.lotsInvalid, { lots: '0.01' }, { market: 'closed' }],
    ['the market is closed', ERROR.marketClosed, { stopLoss: '' }, { market: 'closed' }],
    ['D1.2.22 a pending order may wait for the market', 0, { orderPrice: '1.08' }, { market: 'closed' }],
    ['S1-5.28 the order price is missing', ERROR.invalidField, { orderPrice: '' }, {}],
    ['the order price is too fine', ERROR.invalidField, { orderPrice: '1.083421' }, {}],
    ['a stop is no price', ERROR.invalidField, { stopLoss: '0' }, {}],
    ['the price is stale', ERROR.quoteStale, { orderPrice: '1.08' }, { market: 'stale' }],
    ['there is no price yet', ERROR.quoteStale, {}, { price: undefined }],
    ['the stops fit neither side', ERROR.stopInvalid, { stopLoss: '1.08', takeProfit: '1.08' }, {}],
    ['a stop fits one side', 0, { stopLoss: '1.09' }, {}],
    ['something held is stale', ERROR.quoteStale, {}, { holdsStale: true }],
    ['the margin rounds to nothing', ERROR.marginTooSmall, {}, { terms: { ...terms, contractNumber: 1n } }],
    ['the money is short', ERROR.balanceTooSmall, {}, { funds: money('108.94') }],
    ['the money is just enough', 0, {}, { funds: money('108.942') }],
    ['a pending order at a lower price needs less', 0, { orderPrice: '1.08' }, { funds: money('108.6') }],
    ['a visitor has no balance to be short of', 0, {}, { funds: undefined }],
  ])('S1-5.26 %s', (_, code, ticket, rest) => {
    expect(ask(ticket, rest).problem).toBe(code);
  });

  it('survives what no account could carry', () => {
    const huge = ask({ lots: '9999999999' }, { terms: { ...terms, lots: { ...terms.lots, max: decimal('9999999999') } } });
    expect([huge.margin, huge.fee, huge.problem]).toEqual([undefined, undefined, ERROR.marginTooSmall]);
    const tiny = ask({}, { price: decimal('0.00000001'), terms: { ...terms, pricePrecision: 8 } });
    expect([text(tiny.margin), tiny.marginLevelAfter]).toEqual(['0.000001', undefined]);
  });
});

describe('the way to the page', () => {
  it('every figure arrives as it was computed, unknown ones as unknown', () => {
    const buffer = new ArrayBuffer(FRAME_BYTES);
    const [slots, ints] = [new Float64Array(buffer), new BigInt64Array(buffer)];
    for (const ticket of [
      { orderPrice: '1.08', stopLoss: '1.07', takeProfit: '1.1', risk: { percent: '1', stop: '1.07' } },
      { lots: '' },
    ]) {
      const found = ask(ticket);
      writeTicket(slots, ints, found);
      writeEstimate(slots, ints, SECTION.estimate);
      const trigger = Object.keys(TRIGGER)[found.trigger];
      expect(shown.value).toEqual({ ...found, trigger });
    }
  });

  it.each(['base', 'ext'] as const)('moves with every tick on a %s link', async (speaks) => {
    const world = new World(1, speaks);
    const profits = new Set<bigint>();
    const sink: typeof world.page.sink = (frame) => {
      writeEstimate(new Float64Array(frame.buffer), new BigInt64Array(frame.buffer), SECTION.estimate);
      if (shown.value?.stopLossSell !== undefined) profits.add(shown.value.stopLossSell);
      return world.page.sink(frame);
    };
    world.engine.start({ origin: 'https://shop.example', socketUrl: 'wss://shop.example/api/v2/ws', lang: 'en', profiles: '' });
    world.engine.show(sink);
    world.login();
    world.engine.watchTicket({ ...TICKET, stopLoss: '99999' });
    await world.clock.advance(10_000);
    expect(profits.size).toBeGreaterThan(10);
    world.engine.watchTicket({ ...TICKET, orderPrice: '1' });
    await world.clock.advance(500);
    expect(shown.value).toMatchObject({ price: 1, margin: decimal('1'), stopLossSell: undefined, trigger: 'falls' });
  });
});
