/** The whole app in a test page, with a fake server and a fake engine that records what it is told. */
import { render } from 'preact';
import { App } from '#ui/app.tsx';
import { keepTypedEmail } from '#ui/credentials/typed-email.ts';
import { connectEngine, type EnginePort } from '#ui/engine/watch.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { navigate, readHash, writeStep } from '#ui/navigation/navigate.ts';
import { loginPath } from '#ui/paths.ts';
import { whenSessionLost } from '#ui/requests/request.ts';
import { category } from '#ui/screens/home/category.ts';
import { keptHead } from '#ui/security/page-head.ts';
import { areAmountsHidden } from '#ui/state/amounts-hidden.ts';
import { favourites } from '#ui/state/favourites.ts';
import { products, productsStatus, putProducts } from '#ui/state/products.ts';
import { invalidate } from '#ui/state/query.ts';
import { hasHead } from '#ui/state/risk-hold.ts';
import { dropSession, restoreSession, sessionStatus } from '#ui/state/session.ts';
import { loadSite, menuRows, putSite } from '#ui/state/site.ts';
import { keepToken } from '#ui/state/token.ts';
import '#ui/tokens.css';
import '#ui/shell/frame.css';
import { twelveProducts } from './fake-server.ts';

type FakeEngine = EnginePort & { readonly told: [string, unknown][]; quotes: number[]; refreshes: number };

function fakeEngine(): FakeEngine {
  const told: [string, unknown][] = [];
  const engine: FakeEngine = {
    told,
    quotes: [],
    refreshes: 0,
    ensure: () => told.push(['ensure', undefined]),
    refresh: () => {
      engine.refreshes++;
    },
    olderBars: () => told.push(['olderBars', undefined]),
    watchQuotes: (ids) => {
      engine.quotes = ids;
      told.push(['watchQuotes', ids]);
    },
    watchChart: (request) => told.push(['watchChart', request]),
    watchOrders: (on) => told.push(['watchOrders', on]),
    watchTicket: (ticket) => told.push(['watchTicket', ticket]),
    putOrder: (row) => told.push(['putOrder', row]),
    putReply: () => undefined,
  };
  return engine;
}

export type OpenApp = { readonly root: HTMLElement; readonly engine: FakeEngine; close(): void };

/** Opens the app at an address ('/order?type=3'). `token`: as it would lie in the store of a person who was here before. */
export async function openApp(
  address = '/',
  options: { token?: string; products?: ReturnType<typeof twelveProducts> | null } = {},
): Promise<OpenApp> {
  forgetEverything();
  history.replaceState(null, '', `#${address}`);
  const engine = fakeEngine();
  connectEngine(engine);
  whenSessionLost((isInitial, why) => {
    dropSession(why);
    if (!isInitial) navigate(loginPath(readHash() ?? '/'));
  });
  await needTexts('shell', 'home', 'account', 'errors', 'trade', 'orders');
  await loadSite();
  if (options.products !== null) putProducts(options.products ?? twelveProducts());
  if (options.token) {
    keepToken(options.token);
    sessionStatus.value = 'checking';
  }
  const root = document.createElement('div');
  root.id = 'app';
  root.className = 'frame';
  document.body.append(root);
  render(<App />, root);
  const isRestored = restoreSession();
  if (options.token) await isRestored;
  return {
    root,
    engine,
    close: () => {
      render(null, root);
      root.remove();
      connectEngine(null);
    },
  };
}

/** As a fresh browser: nobody logged in, nothing stored, nothing loaded. */
function forgetEverything(): void {
  // A tap in the app before may wait for its picture still: its step would lead this one there.
  writeStep();
  localStorage.clear();
  sessionStorage.clear();
  keepToken('');
  dropSession();
  putSite({});
  menuRows.value = undefined;
  products.value = [];
  productsStatus.value = 'loading';
  category.value = 'all';
  favourites.value = [];
  areAmountsHidden.value = false;
  keepTypedEmail('');
  keptHead.value = undefined;
  hasHead.value = false;
  void invalidate();
  scrollTo(0, 0);
}
