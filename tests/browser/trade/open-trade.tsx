/** The trade screen as a test opens it: five products, an account with money, a fake engine and scripted calls. */
import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { expect, vi } from 'vitest';
import type { Product } from '#domain/product.ts';
import { storage } from '#ui/browser/storage.ts';
import { ToastHost } from '#ui/kit/toast.tsx';
import { PageFrame } from '#ui/navigation/page-frame.tsx';
import { period } from '#ui/screens/trade/chart/period-bar.tsx';
import { ticketPanel } from '#ui/screens/trade/ticket/lazy-ticket.tsx';
import { TradeScreen } from '#ui/screens/trade/trade-screen.tsx';
import { HashLocationProvider } from '#ui/shell/hash-location.tsx';
import { favourites } from '#ui/state/favourites.ts';
import { isOffline } from '#ui/state/link.ts';
import { products, productsStatus, selectProduct } from '#ui/state/products.ts';
import { sessionNumber, sessionStatus } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import '#ui/tokens.css';
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
/** EURUSD 1, gold 2, oil in MarginMode 1 as 3, one without leverage 4, one that is closed 5. */
export const ALL = [EURUSD, GOLD, OIL, BARE, SHUT];
/** Time of the newest bar. */
export const ENDS = Date.UTC(2026, 2, 4, 10);

export const isActive = signal(true);
/** What the running test talks to; new in every test. */
export const world = { engine: undefined as unknown as FakeEngine, calls: [] as Call[] };

/** Before each test: the ticket's code is here, and nothing else is known; then a market that is open and an account with 10,000. */
export async function resetTrade(): Promise<void> {
  await ticketPanel.load();
  resetMarket();
}

/** The same for a page that has not fetched the ticket yet. */
export function resetMarket(): void {
  storage.remove('chartPeriod');
  storage.remove('favourites');
  period.value = '5min';
  favourites.value = [];
  isOffline.value = false;
  isActive.value = true;
  products.value = [];
  productsStatus.value = 'loading';
  sessionStatus.value = 'in';
  selectProduct(1);
  putSite({ currency: 'USD', timezone: '0' });
  world.engine = plugEngine();
  world.calls = answer({ '/v2/api/forex/submit': () => ({ msg: 'Done', data: { Id: 501, Seq: 81_234, Order: order({}) } }) });
  market();
}

/** After each test: what effects undo on leaving comes a moment later, not in the middle of the next test. */
export async function leaveTrade(): Promise<void> {
  cleanup();
  await expect.poll(() => world.engine.charts.at(-1) ?? null).toBeNull();
  // What was asked for the next frame, such as a scroll to the ticket, would meet the next test's page.
  await new Promise(requestAnimationFrame);
  vi.unstubAllGlobals();
}

export function market(rows: readonly Product[] = ALL): void {
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
/** As the frame of the app keeps it. */
function Page() {
  return (
    <PageFrame isShown={isActive.value} path="/tried">
      <TradeScreen />
    </PageFrame>
  );
}

export function openTrade(hash = '#/trade'): void {
  location.hash = hash;
  render(
    <HashLocationProvider>
      <main>
        <KeptPage />
      </main>
      <ToastHost />
    </HashLocationProvider>,
  );
}
/** A page belongs to one session: it is made anew when somebody comes or goes. */
const KeptPage = () => <Page key={sessionNumber.value} />;
/** Of a pending order with its kind. */
export const buy = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Buy( limit| stop)?$/ });
export const sell = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Sell( limit| stop)?$/ });
export const lots = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Lots' });
export const orderPrice = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Order price' });
export const stop = (name: 'Stop loss' | 'Take profit') => screen.getByRole<HTMLInputElement>('spinbutton', { name });
/** The chip that a stop is folded into; it says how the stop stands. */
export const chip = (name: 'Stop loss' | 'Take profit') => screen.findByRole('button', { name: new RegExp(`^${name}`) });
/** Turns a stop on by its chip, which opens its field, and off and on by the switch in the field. */
export const toggle = async (name: 'Stop loss' | 'Take profit') =>
  fireEvent.click(screen.queryByRole('switch', { name }) ?? (await chip(name)));
/** What stands above Buy and Sell once an order was taken. */
export const strip = () => screen.findByRole('region', { name: 'Last order' });
/** Why the last order was refused, as it stands above Buy and Sell. */
export const refusal = () => document.querySelector('.trade-bar-refusal')?.textContent;
export const tab = (name: string) => screen.findByRole('tab', { name });
export const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });
/** A figure by its label; the fee stands both in the ticket and in the bar above Buy and Sell. */
export const figure = (label: string, place = 'body') =>
  within(document.querySelector<HTMLElement>(place) as HTMLElement)
    .getByText(label)
    .parentElement?.querySelector('dd')?.textContent;
export const barFee = () => figure('Fee', '.trade-bar');
export const heading = () => screen.getByRole('heading', { level: 1 });
export const reason = () => document.getElementById('trade-bar-reason')?.textContent;
export const chart = () => screen.getByRole('application');
/** The newest candle in numbers. */
export const legend = () => document.querySelector('.candle-chart-legend')?.textContent;
/** The engine answers the chart that is shown. */
export const chartOf = (productId: number, count = 100) =>
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
