import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { initialMargin } from '#domain/margin.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { needTexts } from '#ui/i18n.ts';
import { PageActive } from '#ui/page-active.ts';
import { period } from '#ui/screens/trade/period-bar.tsx';
import { TradeScreen } from '#ui/screens/trade/trade-screen.tsx';
import { HashLocationProvider } from '#ui/shell/hash-location.tsx';
import { isAccountKnown } from '#ui/state/account.ts';
import { favourites } from '#ui/state/favourites.ts';
import { isOffline } from '#ui/state/link.ts';
import { products, productsStatus, selectProduct } from '#ui/state/products.ts';
import { sessionStatus } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { storage } from '#ui/storage.ts';
import '#ui/tokens.css';
import { axeProblems } from './axe-problems.ts';
import { answer, bars, type Call, EURUSD, type FakeEngine, order, plugEngine, product, push } from './fake-market.ts';

const GOLD = product({ Id: 2, Code: 'XAUUSD', ShowCode: 'XAU/USD', Name: 'Gold', PricePrecision: 2 });
const OIL = product({
  Id: 3,
  Code: 'USOIL',
  ShowCode: 'USOIL',
  MarginMode: 1,
  HasForexMultiple: [],
  ForexContNum: '1000',
  PricePrecision: 2,
});
const BARE = product({ Id: 4, Code: 'XPDUSD', ShowCode: 'XPD/USD', HasForexMultiple: [], PricePrecision: 2 });
const SHUT = product({ Id: 5, Code: 'GASOLINE', ShowCode: 'GASOLINE', MarketStatus: 2, OpensAt: Date.UTC(2026, 2, 6, 9, 30) });
const ALL = [EURUSD, GOLD, OIL, BARE, SHUT];
const ENDS = Date.UTC(2026, 2, 4, 10);

let engine: FakeEngine;
let calls: Call[];
const isActive = signal(true);

function market(rows: readonly ProductRow[] = ALL): void {
  push({
    events: [{ type: 'products', rows: [...rows] }],
    quotes: [
      { id: 1, close: 1.08342, change: 0.12 },
      { id: 2, close: 2381.4, change: -0.41 },
      { id: 3, close: 70.5, change: 0 },
      { id: 4, close: 980 },
      { id: 5, close: 2.5, change: 0.4, state: 2 },
    ],
    account: { balance: '10000', equity: '10000', margin: '0', usable: '9876.5', profit: '0' },
    estimate: { price: 1.08342, margin: '108.342', fee: '0.6', level: '9230.02', stopOutBuy: 0.08887, stopOutSell: 2.07795 },
  });
}
function openTrade(hash = '#/trade'): void {
  location.hash = hash;
  render(
    <HashLocationProvider>
      <PageActive.Provider value={isActive}>
        <TradeScreen />
      </PageActive.Provider>
    </HashLocationProvider>,
  );
}
const buy = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Buy' });
const sell = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sell' });
const lots = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Lots' });
const figure = (label: string) => screen.getByText(label).parentElement?.querySelector('dd')?.textContent;
const heading = () => screen.getByRole('heading', { level: 1 });
const reason = () => document.getElementById('trade-bar-reason')?.textContent;
const chart = () => screen.getByRole('application');
const chartOf = (productId: number, count = 100) =>
  push({
    events: [
      {
        type: 'chart',
        request: { productId, period: period.peek() },
        older: true,
        bars: bars(count, { endMs: ENDS, stepMs: 300_000, price: 1.08342 }),
      },
    ],
  });

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(() => {
  storage.remove('chartPeriod');
  period.value = '5min';
  favourites.value = [];
  isOffline.value = false;
  isActive.value = true;
  products.value = [];
  productsStatus.value = 'loading';
  sessionStatus.value = 'in';
  selectProduct(1);
  putSite({ currency: 'USD', timezone: '0' });
  engine = plugEngine();
  calls = answer({ '/v2/api/forex/submit': () => ({ msg: 'Done', data: { Id: 501, Seq: 81_234, Order: order({}) } }) });
  market();
});
afterEach(async () => {
  cleanup();
  // What effects undo on leaving comes a moment later: not in the middle of the next test.
  await expect.poll(() => engine.charts.at(-1) ?? null).toBeNull();
  vi.unstubAllGlobals();
});

describe('the header of /trade', () => {
  it('S1-2.51 shows the selected product, its last price and its change with sign, and follows the market', async () => {
    openTrade();
    await expect.poll(() => heading().textContent).toContain('EUR/USD');
    const price = document.querySelector('.trade-last [data-symbol="EURUSD"]');
    expect(price?.textContent).toBe('1.08342');
    expect(screen.getByText('▲ +0.12%')).toBeTruthy();
    push({ quotes: [{ id: 1, close: 1.08099, change: -0.1 }] });
    await expect.poll(() => price?.textContent).toBe('1.08099');
    await expect.poll(() => screen.queryByText('▼ −0.10%')).not.toBeNull();
    expect(price?.getAttribute('data-tone')).toBe('down');
  });

  it('S1-2.54 shows a closed label in place of the change, and Buy and Sell say when it opens', async () => {
    openTrade('#/trade?id=5');
    await expect.poll(() => heading().textContent).toContain('GASOLINE');
    expect(document.querySelector('.trade-closed')?.textContent).toBe('Closed');
    expect(document.querySelector('.trade-change')).toBeNull();
    await expect.poll(() => reason()).toBe('Closed · opens 03-06 09:30');
    expect(buy().disabled && sell().disabled).toBe(true);
  });

  it('keeps a favourite by its star', async () => {
    openTrade();
    const star = await screen.findByRole('button', { name: 'Favourite EUR/USD' });
    fireEvent.click(star);
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
    expect(favourites.value).toEqual(['EURUSD']);
  });
});

describe('the chart of /trade', () => {
  it('S1-2.55 has seven periods in order, asks for 5min first and remembers the choice', async () => {
    openTrade();
    const tabs = within(await screen.findByRole('tablist', { name: 'Chart period' })).getAllByRole('tab');
    expect(tabs.map((tab) => tab.getAttribute('aria-label'))).toEqual(['1min', '5min', '15min', '30min', '60min', '1day', '1week']);
    await expect.poll(() => engine.charts[0]).toEqual({ productId: 1, period: '5min' });
    fireEvent.click(screen.getByRole('tab', { name: '1day' }));
    await expect.poll(() => engine.charts.at(-1)).toEqual({ productId: 1, period: '1day' });
    expect(storage.get('chartPeriod')).toBe('1day');
  });

  it('S1-2.57 draws candles, moves the last one with pushes, and has the order form below', async () => {
    openTrade();
    await expect.poll(() => engine.charts.length).toBeGreaterThan(0);
    chartOf(1);
    await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(30);
    push({ bars: [{ timeMs: ENDS, open: 1.0834, high: 1.0836, low: 1.0833, close: 1.08355, volume: 9 }] });
    await expect.poll(() => chart().dataset.last).toBe('1.08355');
    const form = screen.getByRole('region', { name: 'Market order' });
    expect(form.getBoundingClientRect().top).toBeGreaterThanOrEqual(chart().getBoundingClientRect().bottom - 1);
  });

  it('never takes the bars of another chart for its own', async () => {
    openTrade();
    await expect.poll(() => engine.charts.length).toBeGreaterThan(0);
    chartOf(1);
    fireEvent.click(screen.getByRole('tab', { name: '60min' }));
    await expect.poll(() => engine.charts.at(-1)?.period).toBe('60min');
    const last = chart().dataset.last;
    push({ bars: [{ timeMs: ENDS, open: 9, high: 9, low: 9, close: 9, volume: 9 }] });
    push({
      events: [
        { type: 'chart', request: { productId: 1, period: '5min' }, older: false, bars: bars(5, { endMs: ENDS, stepMs: 1, price: 7 }) },
      ],
    });
    expect(chart().dataset.last).toBe(last);
    expect(screen.getByRole('status', { name: 'Loading candles' })).toBeTruthy();
  });

  it('asks for older bars one page at a time, and only while there are any', async () => {
    openTrade();
    await expect.poll(() => engine.charts.length).toBeGreaterThan(0);
    chartOf(1, 30);
    await expect.poll(() => engine.older).toBe(1);
    fireEvent.keyDown(chart(), { key: '-' });
    expect(engine.older).toBe(1);
    push({
      events: [
        {
          type: 'chart-older',
          request: { productId: 1, period: '5min' },
          older: false,
          bars: bars(20, { endMs: ENDS - 30 * 300_000, stepMs: 300_000, price: 1.08 }),
        },
      ],
    });
    fireEvent.keyDown(chart(), { key: '-' });
    fireEvent.keyDown(chart(), { key: '-' });
    expect(engine.older).toBe(1);
    await expect.poll(() => Number(chart().dataset.candles)).toBe(50);
  });

  it('says that the candles failed, and asks again', async () => {
    openTrade();
    await expect.poll(() => engine.charts.length).toBe(1);
    push({ events: [{ type: 'chart-failed', request: { productId: 1, period: '5min' } }] });
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await expect.poll(() => engine.charts.filter(Boolean).length).toBe(2);
  });
});

describe('the product drawer', () => {
  it('S1-2.58 opens from the left with all products, last prices coloured by the sign of the change, neutral at 0', async () => {
    openTrade();
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a product' }));
    const drawer = await screen.findByRole('dialog', { name: 'Products' });
    await expect.poll(() => Math.round(drawer.getBoundingClientRect().left)).toBe(0);
    const rows = within(drawer).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('b')?.textContent)).toEqual(['EUR/USD', 'XAU/USD', 'USOIL', 'XPD/USD', 'GASOLINE']);
    const price = (code: string) => drawer.querySelector(`[data-symbol="${code}"]`) as HTMLElement;
    expect([price('EURUSD'), price('XAUUSD'), price('USOIL')].map((it) => [it.textContent, it.getAttribute('data-tone')])).toEqual([
      ['1.08342', 'up'],
      ['2,381.40', 'down'],
      ['70.50', ''],
    ]);
    await expect.poll(() => engine.quotes.length).toBe(5);
    const search = within(drawer).getByRole('searchbox');
    fireEvent.input(search, { target: { value: 'gold' } });
    await expect.poll(() => within(drawer).getAllByRole('listitem').length).toBe(1);
    fireEvent.click(within(drawer).getByRole('button', { name: /XAU\/USD.*Gold/ }));
    await expect.poll(() => heading().textContent).toContain('XAU/USD');
    expect(storage.get('forexId')).toBe('2');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the contract ticket', () => {
  it('S1-2.63 offers the multiples of the product, the default chosen, and hides the picker in MarginMode 1', async () => {
    openTrade();
    const picker = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Leverage' });
    expect([...picker.options].map((option) => option.value)).toEqual(['20', '50', '100', '200']);
    expect(picker.value).toBe('100');
    selectProduct(3);
    await expect.poll(() => screen.queryByRole('combobox', { name: 'Leverage' })).toBeNull();
    expect(screen.queryByText('Leverage')).toBeNull();
    await expect.poll(() => buy().disabled).toBe(false);
  });

  it('S1-2.65 shows "no multiple config" when the product has no multiples', async () => {
    openTrade('#/trade?id=4');
    expect(await screen.findByText('no multiple config')).toBeTruthy();
  });

  it('S1-5.25 a product without leverage blocks ordering with its message, and sends nothing', async () => {
    openTrade('#/trade?id=4');
    await expect.poll(() => reason()).toBe('No lever configured, unable to place an order temporarily');
    expect(buy().disabled && sell().disabled).toBe(true);
    fireEvent.click(buy());
    expect(calls).toEqual([]);
  });

  it('S1-2.70 plus and minus change the lots by exactly one Pip', async () => {
    openTrade();
    await expect.poll(() => lots().value).toBe('0.10');
    const seen: string[] = [];
    for (let i = 0; i < 7; i++) {
      fireEvent.click(screen.getByRole('button', { name: 'More lots' }));
      await expect.poll(() => lots().value).not.toBe(seen.at(-1) ?? '0.10');
      seen.push(lots().value);
    }
    expect(seen).toEqual(['0.11', '0.12', '0.13', '0.14', '0.15', '0.16', '0.17']);
    fireEvent.click(screen.getByRole('button', { name: 'Fewer lots' }));
    await expect.poll(() => lots().value).toBe('0.16');
    await expect.poll(() => engine.tickets.at(-1)).toEqual({ productId: 1, lots: '0.16', leverage: 100 });
  });

  it('S1-5.26 empty lots block, lots at or below Pip are shown as invalid, and the form keeps them', async () => {
    openTrade();
    await expect.poll(() => lots().value).toBe('0.10');
    fireEvent.input(lots(), { target: { value: '' } });
    await expect.poll(() => buy().disabled).toBe(true);
    expect(reason()).toBe('Enter the number of lots');
    fireEvent.input(lots(), { target: { value: '0.01' } });
    await expect.poll(() => lots().getAttribute('aria-invalid')).toBe('true');
    expect(within(screen.getByRole('region', { name: 'Market order' })).getByRole('alert').textContent).toBe('Must be more than 0.01 lots');
    expect(lots().value).toBe('0.01');
    fireEvent.input(lots(), { target: { value: '0.12' } });
    await expect.poll(() => buy().disabled).toBe(false);
    expect(calls).toEqual([]);
  });

  it('S1-2.71 says what one lot is', async () => {
    openTrade();
    await expect.poll(() => figure('Unit')).toBe('1 lot = 100,000 EUR/USD');
  });

  it('S1-2.72 shows fee and margin as the formulas give them, and -- before a price is known', async () => {
    openTrade();
    const order = {
      contractNumber: decimal('100000'),
      marginMode: 0 as const,
      quoteRate: decimal('1'),
      lots: decimal('0.5'),
      price: decimal('1.08345'),
      leverage: 100,
    };
    const margin = initialMargin(order);
    const fee = tradeFee({ feeType: '1', lots: order.lots, margin, rate: decimal('6') });
    push({ estimate: { price: 1.08345, margin: formatDecimal(margin), fee: formatDecimal(fee) } });
    await expect.poll(() => figure('Margin · USD')).toBe('541.725');
    expect(figure('Handling fee')).toBe('3.00');
    selectProduct(2);
    await expect.poll(() => figure('Margin · USD')).toBe('--');
  });

  it('S1-2.74 shows the balance, and -- to a visitor', async () => {
    openTrade();
    await expect.poll(() => figure('Balance')).toBe('10,000.00');
    expect(figure('Available')).toBe('9,876.50');
    sessionStatus.value = 'visitor';
    await expect.poll(() => figure('Balance')).toBe('--');
    expect(figure('Available')).toBe('--');
    isAccountKnown.value = false;
  });

  it('S1-9.29 follows a changed row of the product', async () => {
    openTrade();
    await expect.poll(() => figure('Unit')).toBe('1 lot = 100,000 EUR/USD');
    market([
      { ...EURUSD, ForexContNum: '50000', ForexMinCont: '0.2', Pip: '0.1', HasForexMultiple: [{ Value: 30, Default: 1 }] },
      ...ALL.slice(1),
    ]);
    await expect.poll(() => figure('Unit')).toBe('1 lot = 50,000 EUR/USD');
    await expect.poll(() => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Leverage' }).value).toBe('30');
    expect(lots().value).toBe('0.10');
    expect(reason()).toBe('Must be more than 0.1 lots');
  });

  it('says why Buy and Sell wait for a stale price, a lost link and a missing network, and lets go when prices are live', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    push({ quotes: [{ id: 1, close: 1.08342, state: 1 }] });
    await expect.poll(() => reason()).toMatch(/^Waiting for a fresh price: this one is \d+ s old$/);
    push({ link: 2, silenceMs: 7000 });
    await expect.poll(() => reason()).toBe('Connection lost: waiting for live prices');
    isOffline.value = true;
    await expect.poll(() => reason()).toBe('You are offline: waiting for live prices');
    expect(buy().disabled && sell().disabled).toBe(true);
    isOffline.value = false;
    push({ link: 1, quotes: [{ id: 1, close: 1.08342 }] });
    await expect.poll(() => buy().disabled).toBe(false);
    expect(reason()).toBe('');
  });

  it('says how much is missing when the account cannot carry the order', async () => {
    openTrade();
    push({ estimate: { price: 1.08342, margin: '54171', fee: '300', problem: 1301 } });
    await expect.poll(() => reason()).toBe('Not enough available: 54,471.00 USD needed, 9,876.50 there');
    expect(buy().disabled).toBe(true);
  });
});

describe('sending an order', () => {
  it('S1-2.75 Buy sends type 1 and Sell type 2, with the price on the button and its bound', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(() => calls.length).toBe(1);
    const [call] = calls as [Call];
    expect(Object.fromEntries(call.fields)).toMatchObject({
      type: '1',
      cont: '0.1',
      forex_id: '1',
      status: '1',
      multiple: '100',
      seen_price: '1.08342',
      slippage: '0.00054171',
    });
    await expect.poll(() => sell().disabled).toBe(false);
    fireEvent.click(sell());
    await expect.poll(() => calls[1]?.fields.get('type')).toBe('2');
  });

  it('is one order a press: both buttons wait until the final answer', async () => {
    let release: (value: { data: unknown }) => void = () => undefined;
    calls = answer({ '/v2/api/forex/submit': () => new Promise((resolve) => (release = resolve)) });
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(() => buy().getAttribute('aria-busy')).toBe('true');
    expect(buy().disabled && sell().disabled).toBe(true);
    fireEvent.click(buy());
    fireEvent.click(sell());
    expect(calls.length).toBe(1);
    release({ data: { Id: 501, Seq: 1, Order: order({}) } });
    await expect.poll(() => buy().disabled).toBe(false);
  });

  it('says what happened, with margin, fee and the way to the order, and tells the engine', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    const sheet = await screen.findByRole('dialog', { name: 'Order filled' });
    expect(sheet.textContent).toContain('Bought 0.10 EUR/USD at 1.08342');
    expect(sheet.textContent).toContain('108.342');
    expect(sheet.textContent).toContain('0.60');
    expect(within(sheet).getByRole('link', { name: 'View order' }).getAttribute('href')).toBe('#/order?type=1');
    expect(engine.orders.map(({ Id }) => Id)).toEqual([501]);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Confirm' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it("shows the server's refusal on the ticket and keeps what was typed", async () => {
    calls = answer({ '/v2/api/forex/submit': () => ({ code: 1107, msg: 'The price has moved' }) });
    openTrade();
    await expect.poll(() => lots().value).toBe('0.10');
    fireEvent.input(lots(), { target: { value: '0.25' } });
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    const form = screen.getByRole('region', { name: 'Market order' });
    await expect.poll(() => within(form).queryByRole('alert')?.textContent).toBe('The price has moved');
    expect(lots().value).toBe('0.25');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'More lots' }));
    await expect.poll(() => within(form).queryByRole('alert')).toBeNull();
  });

  it('S1-5.24 leads a visitor to the login with from, and sends nothing', async () => {
    sessionStatus.value = 'visitor';
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(() => location.hash).toBe('#/login?from=%2Ftrade');
    expect(calls).toEqual([]);
  });
});

describe('the page itself', () => {
  it('watches nothing while it is hidden, and leaves no sheet open behind it', async () => {
    openTrade();
    await expect.poll(() => engine.quotes).toEqual([1]);
    await expect.poll(() => engine.tickets.at(-1)).toMatchObject({ productId: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Choose a product' }));
    await screen.findByRole('dialog');
    isActive.value = false;
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(engine.charts.at(-1)).toBeNull();
    expect(engine.tickets.at(-1)).toBeNull();
    await expect.poll(() => engine.quotes).toEqual([]);
  });

  it('waits for the markets, and says when they cannot be had', async () => {
    products.value = [];
    productsStatus.value = 'loading';
    openTrade();
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
    push({ events: [{ type: 'products-failed' }] });
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain('The markets could not be loaded');
  });

  it('has Buy and Sell in reach, 52 px high, above the tab bar, and nothing wider than the screen', async () => {
    openTrade();
    await expect.poll(() => buy().offsetHeight).toBeGreaterThanOrEqual(52);
    expect(innerHeight - buy().getBoundingClientRect().bottom).toBeLessThan(90);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  });

  it('moves nothing when a price changes', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    const places = () =>
      [
        ...document.querySelectorAll(
          '.trade-head, .trade-price, .trade-range, .tabs, .candle-chart, .ticket, .ticket-figures > div, .trade-bar',
        ),
      ].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [x, y, width, height];
      });
    const before = places();
    push({
      quotes: [{ id: 1, close: 1.11111, change: -10.25 }],
      estimate: { price: 1.11111, margin: '111.1', fee: '0.61', level: '8123.4', stopOutBuy: 0.1, stopOutSell: 2.11111 },
    });
    await expect.poll(() => figure('Margin · USD')).toBe('111.10');
    expect(places()).toEqual(before);
  });

  it('has no accessibility problem that a machine can find, light and dark', async () => {
    openTrade();
    chartOf(1);
    await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(30);
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await axeProblems()).toEqual([]);
    }
    document.documentElement.setAttribute('data-theme', 'light');
  });
});
