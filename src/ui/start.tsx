/** Puts the page together: engine, session, site, language, theme, screen. Read it top to bottom: this is the life of a page load. */
import { computed, effect } from '@preact/signals';
import { render } from 'preact';
import type { PageSignal } from '#protocol/engine-api.ts';
import { hasIntents } from '#rest/intents.ts';
import { App } from './app.tsx';
import { storage } from './browser/storage.ts';
import { createWorker, type Engine, holdEngine, ownServer } from './engine/engine.ts';
import { exposeStats } from './engine/expose-stats.ts';
import { connectEngine, watchProduct } from './engine/watch.ts';
import { toast } from './kit/toast.tsx';
import { showLanguage, t } from './language/i18n.ts';
import { lang, markDocument, wantedLanguage } from './language/language.ts';
import { navigate, readHash } from './navigation/navigate.ts';
import { tellOrderNews } from './orders/order-news.ts';
import { loginPath, PATHS } from './paths.ts';
import { whenSessionLost } from './requests/request.ts';
import { routeOf } from './routes.ts';
import type { settle as Settle } from './settle.ts';
import { drawFirst } from './shell/first-drawing.ts';
import { firstPicture } from './shell/first-picture.ts';
import { glanceAhead } from './shell/last-glance.ts';
import { startTheme } from './shell/theme.ts';
import { applyFrame } from './state/apply-frame.ts';
import { caller } from './state/caller.ts';
import { listen } from './state/events.ts';
import { startLinkClock } from './state/link.ts';
import { products } from './state/products.ts';
import { invalidate } from './state/query.ts';
import { dropSession, endedWhy, followOtherTabs, restoreSession, sessionStatus } from './state/session.ts';
import { isSiteKnown, loadSite, setting } from './state/site.ts';
import { user } from './state/user.ts';

/** The first prices come first. */
const SETTLED_AFTER_MS = 2_000;

/** `first`: the engine that the first script has started. */
export function start(first: Engine): void {
  markDocument(lang.peek());
  startTheme();
  startLinkClock();
  startSession();
  const { engine, replace } = keepEngine(first);
  void showApp(startSite()).then(() => settleLater(() => engine().api.stats(), replace));
  exposeStats(() => engine().api.stats());
  // Figures of speed over the page, in the demo profile: nobody else fetches their code.
  if (location.search.includes('perf')) void import('./perf/perf-panel.tsx').then((panel) => panel.offerPerfPanel());
  void restoreSession();
  listen('resync', () => {
    void invalidate();
    if (sessionStatus.peek() === 'checking') void restoreSession();
    if (!isSiteKnown.peek()) void loadSite();
  });
  listen('balance', () => void invalidate('balances'));
  listen('session-refused', () => void restoreSession());
  tellOrderNews();
  listen('notice', (event) => void import('./notices/tell-notice.ts').then((notices) => notices.tellNotice(event)));
  listen('alert', ({ row }) => void import('./alerts/alert-news.ts').then((news) => news.announceAlert(row)));
  forwardPageSignals((signal) => void engine().api.signal(signal));
  watchOnePrice();
}

/** Frames come only while something changes: one price is always looked at, so that a page without prices knows that the link lives. */
function watchOnePrice(): void {
  const first = computed(() => products.value[0]?.id);
  effect(() => (first.value === undefined ? undefined : watchProduct(first.value)));
}

/** The ghost in index.html is shown until the first screen is drawn as it will stay. */
async function showApp(site: Promise<unknown>): Promise<void> {
  const root = document.getElementById('app');
  if (!root) throw new Error('index.html has no #app');
  const [path = '/', query] = (readHash() ?? '/').split('?');
  await firstPicture(path, site);
  const endFollowing = await glanceAhead(routeOf(path), query);
  await drawFirst(() => render(<App />, root));
  endFollowing();
}

/** What comes once the picture has stood for a moment, and with the network where it was away. */
function settleLater(...engine: Parameters<typeof Settle>): void {
  setTimeout(() => {
    import('./settle.ts').then(
      (page) => page.settle(...engine),
      () => addEventListener('online', () => settleLater(...engine), { once: true }),
    );
  }, SETTLED_AFTER_MS);
}

/** `replace` puts a worker in the place of one that crashed or no longer answers, with everything that the screen watches. */
function keepEngine(first: Engine) {
  let engine = first;
  let stopEffects: () => void = () => undefined;
  const open = (next: Engine) => {
    engine = next;
    const { api } = engine;
    engine.show(applyFrame);
    stopEffects = tellEngine(api);
    connectEngine(api);
    if (document.hidden) void api.signal('hidden');
  };
  open(first);
  return {
    engine: () => engine,
    replace: () => {
      stopEffects();
      engine.stop();
      open(holdEngine(createWorker({ ...ownServer(), lang: lang.peek(), profiles: setting('ws_profiles') })));
    },
  };
}

/** Session, site and language go to the engine now and whenever they change. */
function tellEngine(api: Engine['api']): () => void {
  const stops = [
    effect(() => {
      const who = caller.value;
      void api.setSession(who.token && who.uid ? who : null);
    }),
    effect(() => {
      const site = {
        profiles: setting('ws_profiles'),
        tradeFeeType: setting('trade_fee_type'),
        stopOutLevel: setting('stop_out_level'),
      };
      if (isSiteKnown.value) void api.setSite(site);
    }),
    effect(() => void api.setLang(lang.value)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const isSaidAt = (address: string | null): boolean => address === PATHS.home || (address?.startsWith(PATHS.login) ?? false);

/** Whose session was ended from elsewhere reads why on whatever page they stand, in every tab: Home and the login say it themselves. */
function tellEnded(): void {
  let last = endedWhy.peek();
  effect(() => {
    const why = endedWhy.value;
    const isNew = why !== '' && why !== last;
    last = why;
    // Once it is settled where it leads.
    if (isNew) setTimeout(() => isSaidAt(readHash()) || toast(why, 'bad'), 0);
  });
}

function startSession(): void {
  followOtherTabs();
  tellEnded();
  effect(() => {
    if (user.value) void settleMoney();
  });
  whenSessionLost((isInitial, why) => {
    dropSession(why);
    if (isInitial) return;
    // Why it ended stands at the login.
    if (!why) toast(t('shell:session-ended'), 'bad');
    navigate(loginPath(readHash() ?? '/'));
  });
}

/** Money calls of this user whose answer nobody saw are made final, and told. */
async function settleMoney(): Promise<void> {
  if (hasIntents(storage)) await import('./orders/settled-news.ts').then((news) => news.tellSettled());
}

/** Resolves when the site has answered, or will not. */
function startSite(): Promise<void> {
  const read = loadSite();
  effect(() => {
    // Also when it is the one that is shown: another may still be on its way.
    void showLanguage(isSiteKnown.value ? wantedLanguage(setting('default_lang')) : lang.peek());
  });
  return read;
}

/** The engine's connection rules depend on what happens to the page. */
function forwardPageSignals(send: (signal: PageSignal) => void): void {
  document.addEventListener('visibilitychange', () => send(document.hidden ? 'hidden' : 'visible'));
  document.addEventListener('freeze', () => send('freeze'));
  document.addEventListener('resume', () => send('resume'));
  addEventListener('online', () => send('online'));
  addEventListener('offline', () => send('offline'));
  addEventListener('pageshow', (event) => {
    if (event.persisted) send('pageshow');
  });
}
