/**
 * The first script: small on purpose. It asks for what every start needs and starts the engine while the app is still on its way; the
 * engine keeps its frames until the app shows them.
 */
import { languageOf } from '#domain/languages.ts';
import { PERIOD_START } from '#domain/period-start.ts';
import { basicInfoEndpoint, categoriesEndpoint, homeNewsEndpoint, menuEndpoint, userInfoEndpoint } from '#protocol/rest/endpoints.ts';
import { ownTask } from './browser/own-task.ts';
import { storage } from './browser/storage.ts';
import { STORED } from './browser/stored-keys.ts';
import { createWorker, holdEngine, ownServer } from './engine/engine.ts';
import { PATHS } from './paths.ts';
import { askEarly } from './requests/early-answers.ts';
import { glancePainted, startGlance } from './shell/glance.ts';
import { readKeptSite } from './state/kept-site.ts';

/** Rows of Home that are in sight at first, on a tall phone; more cost little, fewer wait for the page to name them. */
const ROWS_IN_SIGHT = 12;

const stored = (key: string): string => storage.get(key) ?? '';
const lang = languageOf(stored(STORED.lang)) ?? 'en';
const token = stored(STORED.token);
const [path = '', query] = (location.hash.slice(1) || PATHS.home).split('?');
const isTrade = path === PATHS.trade;

// First of all: it takes longest, and the rest of this script is run meanwhile.
const worker = createWorker({
  ...ownServer(),
  lang,
  profiles: readKeptSite(lang)?.values.ws_profiles ?? '',
  firstLook: {
    rows: isTrade ? 0 : ROWS_IN_SIGHT,
    productId: Number(new URLSearchParams(query).get('id') ?? stored(STORED.productId)),
    period: isTrade ? stored(STORED.chartPeriod) || PERIOD_START : '',
  },
});
// Favourites come first in the list, and the engine knows none.
if (isTrade || stored(STORED.favourites) === '') startGlance(worker);
const engine = holdEngine(worker);

/** This script waits for nothing (`async` in index.html): the document may not have been read to its end. */
const documentRead = (): Promise<unknown> =>
  document.readyState === 'loading' ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve)) : Promise.resolve();

/** Fetches the app with its style, and what every start asks for beside it. */
async function loadApp(): Promise<typeof import('./start.tsx')> {
  // The worker comes up by way of this thread: it goes first.
  await Promise.all([documentRead(), new Promise((resolve) => setTimeout(resolve))]);
  askEarly(
    [
      ...[basicInfoEndpoint, menuEndpoint],
      ...(token === '' ? [] : [userInfoEndpoint]),
      ...(path === PATHS.home ? [homeNewsEndpoint, categoriesEndpoint] : []),
    ],
    { lang, authorization: token },
  );
  await ownTask();
  // The build lists them in a template: they come beside the app that will ask for them.
  if (isTrade) document.head.append(document.querySelector<HTMLTemplateElement>('template#trade-files')?.content ?? '');
  await ownTask();
  // The build has the document fetch the style. Taken here it comes beside the app's code; by itself the app would be run behind it.
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[as="style"]')].map((link) => {
    const loaded = new Promise((resolve, reject) => {
      // What comes first may be the word of the document's own fetch, and the style not yet in force.
      link.onload = () => link.sheet && resolve(link);
      link.onerror = reject;
    });
    link.rel = 'stylesheet';
    return loaded;
  });
  const [app] = await Promise.all([import('./start.tsx'), ...styles]);
  return app;
}

loadApp().then(
  // The app has just been run through: what it starts is another task, behind the first prices where they are here.
  ({ start }) => glancePainted().then(() => start(engine)),
  () => document.getElementById('boot-failed')?.removeAttribute('hidden'),
);
