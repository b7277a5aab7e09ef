import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import { newOrderToWire } from '#protocol/order-requests.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { nextNightText, nightText } from '#ui/screens/trade/ticket/night-texts.ts';
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

describe('D9.67 what a night of one lot costs, before the order', () => {
  const at = (text: string) => Date.parse(text);
  const night = { long: decimal('-0.00008'), short: decimal('0.00003'), nextMs: at('2026-02-11T22:00Z'), nights: 3 } as const;
  const row = product({ financing: night });

  it('is the share of its value at the price now, of either side', () => {
    // 100,000 x 1.08342 = 108,342; x -0.00008 = -8.66736 and x 0.00003 = 3.25026.
    expect([nightText(row, 'buy', 1.08342), nightText(row, 'sell', 1.08342)]).toEqual(['−8.67', '+3.25']);
    expect(nightText(row, 'buy', Number.NaN)).toBe('--');
    expect(nightText({ ...row, quoteRate: decimal('0.5') }, 'sell', 1.08342)).toBe('+1.63');
  });

  it('the next one by its clock in the configured zone, with its day when that is far, and how often it counts', async () => {
    await needTexts('shell', 'ticket');
    putSite({ timezone: '1' });
    expect(nextNightText(row, at('2026-02-11T12:00Z'))).toBe('23:00 ×3');
    expect(nextNightText(row, at('2026-02-09T12:00Z'))).toBe('02-11 23:00 ×3');
    expect(nextNightText({ financing: { ...night, nights: 1 } }, at('2026-02-11T12:00Z'))).toBe('23:00');
    expect(nextNightText(row, at('2026-02-11T22:00Z'))).toBe('--');
  });
});
