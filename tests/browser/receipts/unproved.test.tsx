/** What a receipt says that no price log can prove: one line under the answers, and behind it only what deals of its kind have. */
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Lots, Money, Price, Ratio } from '#domain/decimal.ts';
import type { ReceiptDeal } from '#protocol/receipts.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { Unproved } from '#ui/receipts/unproved.tsx';
import { leaveRecords, openRecords, press, resetRecords, rowsOf, world } from '../orders/open-records.tsx';
import { problemsOf } from '../support/axe.ts';
import { secondSaid } from '../support/moments.ts';
import { sizeOf } from '../support/size.ts';
import { checked, GREEN, receiptWorker } from './receipt-answers.ts';

const ENDS = `Ends: ${secondSaid('2026-03-04 11:01:00')}`;
const SUMMARY = 'What only the operator says';
const UNIT = 100_000_000;
const amount = (value: number) => BigInt(Math.round(value * UNIT)) as Price & Money & Lots & Ratio;

const every = {
  ...{ origin: 'trade.example/tape', deal: 42, order: 7, product: 1, timeMs: Date.UTC(2026, 2, 4, 11), profit: amount(0) },
};
const contract = {
  ...{ ...every, side: 'buy' as const, lots: amount(0.1), price: amount(1.08342), tickSeq: 900, fee: amount(0.6), margin: amount(108.342) },
  ...{ contractNumber: amount(100_000), quoteRate: amount(1), leverage: 100, hours: { calendar: 'fx', halts: [] } },
};
const opened = { openPrice: amount(1.08), openSeq: 700 };
const staked = { stake: amount(50), ratio: amount(0.85), expiryMs: Date.UTC(2026, 2, 4, 11, 1), lossLevel: '0' };
const fees = { feeType: '1', feeRate: amount(6) };
const OF_CLOSE = ['Margin that it held: 108.342 USD', 'Units in a lot: 100,000', 'Rate to your currency: 1'];
const OF_OPENING = ['Leverage: 100×', 'Fee rate: 6 a lot', 'Units in a lot: 100,000', 'Rate to your currency: 1'];
const HOURS = 'Market hours: currencies; no halt by the operator';

const DEALS: readonly (readonly [kind: string, deal: ReceiptDeal, rows: readonly string[]])[] = [
  ['a market opening', { ...contract, kind: 'open', rule: 'market', terms: fees }, ['Size (lots): 0.10', ...OF_OPENING, HOURS]],
  [
    'a pending opening',
    {
      ...{ ...contract, kind: 'open', rule: 'pending', level: amount(1.0835), fromSeq: 812 },
      terms: { feeType: '0', feeRate: amount(0.01), trigger: 'down', goodTillMs: 0 },
      hours: { calendar: 'metals', halts: [{ fromSeq: 820, toSeq: 830 }] },
    },
    [
      ...['Size (lots): 0.10', 'Waited for: 1.08350 or lower', 'Waited since: Tick 812', 'Waited until: no end'],
      ...['Leverage: 100×', 'Fee rate: 1% of the margin', 'Units in a lot: 100,000', 'Rate to your currency: 1'],
      'Market hours: metals; 1 halt by the operator',
    ],
  ],
  [
    'a close that was asked for',
    { ...contract, kind: 'close', rule: 'close', fee: amount(0), terms: opened, hours: { calendar: 'untold', halts: [] } },
    ['Size (lots): 0.10', 'Opened at: 1.08000', ...OF_CLOSE, 'Market hours: more halts than a receipt can name'],
  ],
  [
    'a close by hours that this app does not know',
    {
      ...{ ...contract, kind: 'close', rule: 'close', fee: amount(0), terms: opened },
      hours: { calendar: 'constructor', halts: [{ fromSeq: 820, toSeq: 830 }] },
    },
    [
      ...['Size (lots): 0.10', 'Opened at: 1.08000', ...OF_CLOSE],
      'Market hours: constructor, which this version of the app does not know; 1 halt by the operator',
    ],
  ],
  [
    'a close by a stop',
    {
      ...{ ...contract, kind: 'close', rule: 'sl', level: amount(1.07), fromSeq: 800 },
      terms: { ...opened, stopLoss: amount(1.07), stopLossFrom: 800, takeProfit: amount(0), takeProfitFrom: 0 },
    },
    ['Size (lots): 0.10', 'Opened at: 1.08000', 'Stop loss: 1.07000, since tick 800', 'Take profit: none', ...OF_CLOSE, HOURS],
  ],
  [
    'a stop-out',
    {
      ...{ ...contract, kind: 'close', rule: 'stopout', level: amount(50) },
      terms: { ...opened, balance: amount(40), held: amount(108.342), pending: amount(0), deficit: amount(1.5), positions: [] },
    },
    [
      ...['Size (lots): 0.10', 'Opened at: 1.08000', ...OF_CLOSE, 'Stop-out level: 50%', 'Balance: 40.00 USD'],
      ...['Margin of all positions: 108.342 USD', 'Locked for pending orders: 0.00 USD', 'Owed: 1.50 USD', 'Open positions: 0', HOURS],
    ],
  ],
  [
    'the opening of a micro trade',
    { ...every, side: 'up', kind: 'micro-open', rule: 'market', price: amount(1.08342), tickSeq: 900, terms: staked },
    ['Stake: 50.00 USD', 'Pays: 85%', ENDS, 'A loss costs: the stake'],
  ],
  [
    'the end of a micro trade',
    { ...every, side: 'up', kind: 'micro-end', rule: 'micro-void', terms: { ...staked, ...opened, lossLevel: '1' } },
    ['Opened at: 1.08000', 'Stake: 50.00 USD', 'Pays: 85%', ENDS, 'A loss costs: what a win pays'],
  ],
];

beforeAll(() => needTexts('shell', 'orders', 'errors', 'receipt'));
beforeEach(() => resetRecords());
afterEach(async () => {
  cleanup();
  document.documentElement.dir = 'ltr';
  document.documentElement.setAttribute('data-theme', 'light');
  await leaveRecords();
  await page.viewport(360, 740);
});

const rowsIn = (root: ParentNode) =>
  [...root.querySelectorAll('.receipt-unproved dl > div')].map((row) => [...row.children].map((part) => part.textContent).join(': '));

describe('what only the operator says', () => {
  it.each(DEALS)('D9.342 of %s', async (_kind, deal, rows) => {
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    const { container } = render(<Unproved deal={deal} />);
    expect(rowsIn(container)).toEqual(rows);
  });

  it('D9.342 of a deal that says nothing of the kind there is no line', () => {
    const { container } = render(<Unproved deal={{ ...every, side: 'up', kind: 'micro-end', rule: undefined }} />);
    expect(container.innerHTML).toBe('');
  });
});

async function openReceipt(deal: ReceiptDeal): Promise<HTMLElement> {
  const worker = receiptWorker({ fills: () => ({ kind: 'fills', fills: [{ source: 0, deal, checked: checked(GREEN) }] }) });
  world.engine.receipts = (ask) => worker.answer(ask);
  openRecords('#/order?type=3');
  await expect.poll(() => rowsOf('History').length).toBe(10);
  await press('History', 'Receipt');
  return screen.findByRole('dialog', { name: 'Receipt · EUR/USD' });
}

describe('its line on the receipt', () => {
  it.each([
    ['320 px', 320, 'ltr', 'light'],
    ['360 px, dark', 360, 'ltr', 'dark'],
    ['360 px, right to left', 360, 'rtl', 'light'],
    // All sizes are in rem: half the window is what text of 200 % leaves of 320 px.
    ['320 px, text of 200 %', 160, 'ltr', 'light'],
  ])('D9.342 stands closed under the answers, opens by one tap and cuts nothing: %s', async (_name, width, dir, theme) => {
    await page.viewport(width, 740);
    document.documentElement.dir = dir;
    document.documentElement.setAttribute('data-theme', theme);
    const [, stopOut] = DEALS[4] as (typeof DEALS)[number];
    const sheet = await openReceipt(stopOut);
    const line = await screen.findByText(SUMMARY);
    const details = line.parentElement as HTMLDetailsElement;
    expect([details.open, details.previousElementSibling?.className]).toEqual([false, 'receipt-answers']);
    expect(sizeOf(line).height).toBeGreaterThanOrEqual(44);
    fireEvent.click(line);
    await expect.poll(() => details.open).toBe(true);
    expect(details.textContent).toContain('No price log can prove it');
    const wide = [...details.querySelectorAll('summary, p, dt, dd')].filter((node) => node.scrollWidth > node.clientWidth + 1);
    expect(wide.map((node) => node.textContent)).toEqual([]);
    expect(sheet.scrollWidth).toBeLessThanOrEqual(sheet.clientWidth);
    expect(await problemsOf(sheet)).toEqual([]);
    const endOf = (node: Element) => Math.round(node.getBoundingClientRect()[dir === 'rtl' ? 'left' : 'right']);
    const fields = [...sheet.querySelectorAll('.receipt-fields > div')];
    expect(fields.filter((row) => endOf(row.querySelector('dd > span') as Element) !== endOf(row)).map((row) => row.textContent)).toEqual(
      [],
    );
    fireEvent.click(line);
    await expect.poll(() => details.open).toBe(false);
  });
});
