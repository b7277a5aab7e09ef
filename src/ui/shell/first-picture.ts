/**
 * When the ghost of index.html may go: once the first screen can be drawn as it will stay, so that nothing on it moves when an answer
 * comes. A screen that would have to wait longer than a person likes is drawn as far as it is known.
 */
import { effect } from '@preact/signals';
import { ownTask } from '../browser/own-task.ts';
import { needTexts } from '../language/i18n.ts';
import { type Route, routeOf } from '../routes.ts';
import { productsStatus } from '../state/products.ts';
import { sessionStatus } from '../state/session.ts';
import { hasLayout } from '../state/site.ts';
import { readHoldLine } from './hold-line.tsx';
import { screenOf } from './route-page.tsx';

/** Beyond this a ghost tells a person less than a page that says what it waits for. */
const WAIT_MAX_MS = 3_000;

/**
 * Resolves when the first picture of `path` can be drawn whole, or as far as it ever will. Code and words are waited for however long
 * they take; `site` is the reading of the site's configuration. Never rejects: what is missing the screen says itself.
 */
export async function firstPicture(path: string, site: Promise<unknown>): Promise<void> {
  const route = routeOf(path);
  const late = new Promise((resolve) => setTimeout(resolve, WAIT_MAX_MS));
  const code = Promise.allSettled([needTexts('shell'), ...(route ? [screenOf(route).load()] : [])]);
  await Promise.all([code, Promise.race([late, facts(route, site)])]);
  await ownTask();
}

async function facts(route: Route | undefined, site: Promise<unknown>): Promise<void> {
  // Whose lists they are comes first: a login forgets those of whoever was here before.
  await until(() => sessionStatus.value !== 'checking');
  await Promise.allSettled([
    hasLayout() ? undefined : site,
    until(() => productsStatus.value !== 'loading'),
    route?.readAhead?.(),
    readHoldLine(),
  ]);
}

/** Resolves once a condition over signals holds. */
async function until(holds: () => boolean): Promise<void> {
  let stop: () => void = () => undefined;
  await new Promise<void>((resolve) => {
    stop = effect(() => {
      if (holds()) resolve();
    });
  });
  stop();
}
