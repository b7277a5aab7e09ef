/** What is read of an order on a narrow phone: whole prices, two digits of money, every digit on demand, and buttons in the colour of no side. */
import { within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { problemsOf } from '../support/axe.ts';
import { order, ordersEvent, push } from '../trade/fake-market.ts';
import { buttonOf, detailOf, leaveRecords, opened, openRecords, press, resetRecords, rowsOf, world } from './open-records.tsx';

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(resetRecords);
afterEach(async () => {
  document.documentElement.setAttribute('data-theme', 'light');
  await page.viewport(360, 740);
  await leaveRecords();
});

const BITCOIN = { Id: 28, Code: 'BTCUSD', ShowCode: 'BTC/USD', PricePrecision: 2 };
const GAS = { Id: 9, Code: 'GASOLINE', ShowCode: 'GASOLINE', PricePrecision: 5 };
/** Texts of a row that are cut, or reach out of the window, or lie upon each other in one line. */
function cut(row: HTMLElement): string[] {
  const parts = [...row.querySelectorAll<HTMLElement>('small, b, .badge, dd, .order-row-end > span:not(.sr-only)')].filter((node) =>
    node.checkVisibility(),
  );
  return parts
    .filter((node) => {
      const { left, right } = node.getBoundingClientRect();
      return left < 0 || right > innerWidth || getComputedStyle(node).textOverflow === 'ellipsis';
    })
    .map((node) => node.textContent ?? '');
}

const exactOf = (sheet: HTMLElement) => sheet.querySelector('details dl')?.textContent;

describe.each([320, 360])('on a phone %i px wide', (width) => {
  beforeEach(() => page.viewport(width, 740));

  it('D9.249 D9.360 a pending order has every digit of its price, and its money in two', async () => {
    const own = { Status: 0, Price: 0, Seq: 0, CautionMoney: '541.713456', TradeFee: '3.123456' } as const;
    world.waiting = [
      order({ ...own, Id: world.firstId + 4, OriginPrice: 1.065 }),
      order({ ...own, Id: world.firstId + 3, OriginPrice: 108_342.55, Quantity: '12.5', ForexTradeLists: BITCOIN }),
      order({ ...own, Id: world.firstId + 2, OriginPrice: 2.50005, Quantity: '12.5', OrderType: 2, ForexTradeLists: GAS }),
    ];
    openRecords('#/order?type=0');
    await expect.poll(() => rowsOf('Pending').length).toBe(3);
    push({
      events: [ordersEvent(...world.waiting)],
      quotes: [
        { id: 1, close: 1.08384 },
        { id: 28, close: 99_342.55 },
        { id: 9, close: 2.5, state: 2 },
      ],
    });
    await expect.poll(() => rowsOf('Pending')[1]?.textContent).toContain('9,000.00 · +9.06%');
    const prices = rowsOf('Pending').map((row) => row.querySelector('.order-row-net')?.textContent);
    expect(prices).toEqual(['1.06500', '108,342.55', '2.50005']);
    const row = opened('Pending');
    await expect.poll(() => row.textContent).toContain('Locked margin541.71Locked fee3.12');
    expect(row.textContent).toContain('544.84 locked');
    expect(rowsOf('Pending').flatMap(cut)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const sheet = await detailOf('Pending');
    expect(sheet.textContent).toContain('Locked margin541.71 USDLocked fee3.12 USD');
    expect(exactOf(sheet)).toBe('Locked margin541.713456 USDLocked fee3.123456 USD');
  });

  it('D9.249 D9.360 a position has two digits in its row and in its detail, every digit on demand; a fee below a cent keeps its own', async () => {
    world.held = [
      order({ Id: world.firstId + 1, FactProfits: '-0.3', TradeFee: '0.0042', CautionMoney: '10.834213', Financing: '-2.640001' }),
    ];
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(1);
    const row = opened('Holding');
    await expect.poll(() => row.textContent).toContain('Profit−0.30Fees and nights−2.64');
    expect(row.textContent).toContain('Margin10.83');
    expect(row.textContent).toContain('Fee0.0042Nights−2.64');
    expect(cut(row)).toEqual([]);
    const sheet = await detailOf('Holding');
    expect(sheet.textContent).toContain('Margin10.83 USDProfit−0.30 USDFee0.0042 USDOvernight financing−2.64 USD');
    expect(exactOf(sheet)).toBe('Margin10.834213 USDFee0.0042 USDOvernight financing−2.640001 USD');
    expect(sheet.textContent).toContain('Contract1 lot = 100,000 EUR');
  });

  it('D9.247 close and cancel do not look like Buy, in either theme', async () => {
    const own = { Status: 0, Price: 0, Seq: 0 } as const;
    world.waiting = [order({ ...own, Id: world.firstId + 4, OriginPrice: 1.065 })];
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    const buyGreen = () => {
      const probe = document.body.appendChild(Object.assign(document.createElement('i'), { style: 'background: var(--up-fill)' }));
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return backgroundColor;
    };
    const colourOf = (node: HTMLElement, name: string) => getComputedStyle(buttonOf(node, name)).backgroundColor;
    const closing = opened('Holding');
    await within(closing).findByRole('button', { name: 'Close position' });
    await press('Holding', 'Close position');
    const dialog = document.querySelector<HTMLElement>('dialog[open]') as HTMLElement;
    await expect.poll(() => dialog.querySelector('.ask-buttons')).not.toBeNull();
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(dialog)).toEqual([]);
      for (const node of [closing, dialog]) expect(colourOf(node, 'Close position'), theme).not.toBe(buyGreen());
    }
  });
});
