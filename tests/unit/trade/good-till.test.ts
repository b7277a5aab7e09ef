import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import { newOrderToWire } from '#protocol/order-requests.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { goodTillText } from '#ui/screens/trade/ticket/good-till-text.ts';
import { nextNightText, nightCostText, nightOrder, nightText } from '#ui/screens/trade/ticket/night-texts.ts';
import { initial, problems, reduce, summary, type Ticket } from '#ui/screens/trade/ticket/ticket.ts';
import { refusedField } from '#ui/screens/trade/ticket/ticket-refusal.ts';
import { problemText } from '#ui/screens/trade/ticket/ticket-texts.ts';
import { putSite } from '#ui/state/site.ts';
import { product } from './product.ts';

const ROW = product();
/** The fields of a submission, as they travel. */
const sent = (...ticket: Parameters<typeof summary>) => newOrderToWire(summary(...ticket));
const pending = (goodTill?: string): Ticket => {
  const ticket = reduce(initial(ROW), { type: 'mode', mode: 'pending', product: ROW, close: 1.08 });
  return goodTill === undefined ? ticket : reduce(ticket, { type: 'goodTill', goodTill });
};

describe('D9.62 how long a pending order waits', () => {
  it('is until it is cancelled unless it is told otherwise, and then the field is not sent at all', () => {
    expect(pending().goodTill).toBe('cancelled');
    expect(sent(pending(), 'buy', 1.08)).not.toHaveProperty('good_till');
    expect(sent(pending('day'), 'buy', 1.08).good_till).toBe('day');
    expect(sent(pending('1772668800'), 'buy', 1.08).good_till).toBe('1772668800');
  });

  it('is no matter of a market order, and comes back with the mode', () => {
    const market = reduce(pending('day'), { type: 'mode', mode: 'market', product: ROW, close: 1.08 });
    expect(sent(market, 'buy', 1.08)).not.toHaveProperty('good_till');
    expect(reduce(market, { type: 'mode', mode: 'pending', product: ROW, close: 1.08 }).goodTill).toBe('day');
  });

  it('a date that is not chosen blocks, in words, and a refusal of the server for it stands at its field', async () => {
    await needTexts('shell', 'ticket');
    expect(problems(pending(''), ROW).goodTill).toBe('missing');
    expect(problemText('goodTill', problems(pending(''), ROW), ROW)).toBe('Choose the last day, from today to a year ahead');
    expect(problems({ ...pending(''), mode: 'market' }, ROW).goodTill).toBeUndefined();
    const refusal = { code: ERROR.invalidField, data: { field: 'good_till', value: '1', allowed: '' } };
    expect(refusedField(refusal, { ticket: pending('1'), side: 'buy', now: undefined })).toBe('goodTill');
  });
});

describe('D9.67 D9.248 what a night of an order costs, before it', () => {
  const at = (text: string) => Date.parse(text);
  const night = { long: decimal('-0.00008'), short: decimal('0.00003'), nextMs: at('2026-02-11T22:00Z'), nights: 3 } as const;
  const row = product({ financing: night });
  const once = { ...row, financing: { ...night, nights: 1 } } as const;
  const NOON = at('2026-02-11T12:00Z');
  const lot = (lots: string, ticket = initial(ROW)) => reduce(ticket, { type: 'lots', lots });
  const cost = (of: typeof row, lots: string, side: 'buy' | 'sell' = 'buy') =>
    nightCostText(nightOrder(lot(lots), of, side, 1.08342), NOON);

  it('is the share of the value of its lots at the price now, of either side', () => {
    // 100,000 x 1.08342 = 108,342; x -0.00008 = -8.66736 and x 0.00003 = 3.25026.
    const text = (lots: string, side: 'buy' | 'sell', of = row, close = 1.08342) => nightText(nightOrder(lot(lots), of, side, close));
    expect([text('1', 'buy'), text('1', 'sell'), text('0.1', 'buy')]).toEqual(['−8.67', '+3.25', '−0.87']);
    expect([text('1', 'buy', row, Number.NaN), text('', 'buy'), text('0', 'buy')]).toEqual(['--', '--', '--']);
    // More than an account can hold.
    expect(text('9999999999', 'buy', { ...row, contractNumber: decimal('9999999999') })).toBe('--');
    expect(text('1', 'sell', { ...row, quoteRate: decimal('0.5') })).toBe('+1.63');
    // One that would read 0.00 keeps its digits.
    expect(text('0.001', 'sell')).toBe('+0.00325');
  });

  it('of a pending order at its own price', () => {
    const waits = reduce(lot('1', pending()), { type: 'price', field: 'orderPrice', text: '2' });
    expect(nightText(nightOrder(waits, row, 'buy', 1.08342))).toBe('−16.00');
    expect(nightText(nightOrder({ ...waits, orderPrice: '' }, row, 'buy', 1.08342))).toBe('--');
  });

  it('says of one side what the next night takes, from when, and of how many nights; none where it costs nothing', async () => {
    await needTexts('shell', 'ticket');
    putSite({ timezone: '0', currency: 'USD' });
    expect([cost(once, '0.1'), cost(once, '1', 'sell')]).toEqual(['−0.87 USD from 22:00', '+3.25 USD from 22:00']);
    expect(cost(row, '0.1')).toBe('−2.60 USD from 22:00, 3 nights');
    expect(cost({ ...once, financing: { ...once.financing, short: 0n } }, '1', 'sell')).toBe('none');
    expect(cost({ ...once, financing: undefined }, '1')).toBe('none');
    expect(cost(once, '')).toBe('--');
    putSite({ timezone: '3', currency: 'USD' });
    expect(cost(once, '0.1')).toBe('−0.87 USD from Thu 01:00');
    expect(nightCostText(nightOrder(lot('0.1'), once, 'buy', 1.08342), night.nextMs)).toBe('−0.87 USD');
  });

  it('the next one by its clock in the configured zone, with its day when that is another, and how often it counts', async () => {
    await needTexts('shell', 'ticket');
    putSite({ timezone: '1' });
    expect(nextNightText(row, NOON)).toBe('23:00 ×3');
    expect(nextNightText(row, at('2026-02-09T12:00Z'))).toBe('Wed 23:00 ×3');
    expect(nextNightText(once, NOON)).toBe('23:00');
    expect(nextNightText(row, at('2026-02-11T22:00Z'))).toBe('--');
  });
});

describe('D9.247 how long it would wait, in words', () => {
  it('is named as its choice is, of a date by its end', async () => {
    await needTexts('shell', 'ticket');
    putSite({ timezone: '0' });
    expect([goodTillText('cancelled'), goodTillText('day'), goodTillText('')]).toEqual(['Until cancelled', 'End of day', '--']);
    expect(goodTillText(String(Date.UTC(2026, 2, 6) / 1_000))).toMatch(/^Fri 6 Mar( 2026)?, 00:00$/);
  });
});
