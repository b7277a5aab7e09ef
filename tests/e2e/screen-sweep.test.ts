/**
 * Every screen, drawer and sheet on small phones, with text as it comes and twice as large, from left to right and from right to left: nothing
 * cut or wider than the screen, no text under 12 px, no target under 44 px, no chart out of sight. And once in each theme, as it comes: nothing that axe finds.
 */
import type { CDPSession, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeProblems, putAxeIn } from './axe-in-page.ts';
import { operate } from './operations-call.ts';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';
import { askForEverything, DOOR_STATES } from './sweep-door-states.ts';
import { SWEEP } from './sweep-in-page.ts';
import { enterReal, REAL_STATES } from './sweep-real-states.ts';
import { enterWithOrders, MAIN_MODE_STATES, OWN_STATES, type Stage, type State, showState, VISITOR_STATES } from './sweep-states.ts';

/**
 * How a person wears the page. `textPx`: the size of text, as it comes or 200 %. `by`: set in the browser, which counts the screen as narrower,
 * or of the page's root alone, by which nothing but text grows.
 */
type Wear = { readonly width: 360 | 320; readonly textPx: 16 | 32; readonly by?: 'page'; readonly dir?: 'rtl' };
const PLAIN: Wear = { width: 360, textPx: 16 };
const WEARS: readonly Wear[] = [
  PLAIN,
  { width: 320, textPx: 16 },
  { width: 360, textPx: 32 },
  { width: 320, textPx: 32 },
  { width: 360, textPx: 32, by: 'page' },
  { width: 320, textPx: 16, dir: 'rtl' },
  { width: 360, textPx: 32, dir: 'rtl' },
];
const nameOf = ({ width, textPx, by, dir }: Wear) => [`${width}/${textPx}`, by, dir].filter(Boolean).join(' ');

// Nobody reviews an identity but the operator.
const product = serveProduct({ REVIEW_AFTER_S: '0' });

type Sweeper = { readonly page: Page; readonly session: CDPSession };

async function openSweeper(): Promise<Sweeper> {
  const { page, context } = await openPhone(product.browser);
  return { page, session: await context.newCDPSession(page) };
}

async function wear({ page, session }: Sweeper, { width, textPx, by, dir }: Wear): Promise<void> {
  const browserPx = by === 'page' ? 16 : textPx;
  await session.send('Page.setFontSizes', { fontSizes: { standard: browserPx, fixed: browserPx } });
  await page.setViewportSize({ width, height: 740 });
  await page.evaluate(
    ([size, to]) => {
      document.documentElement.style.fontSize = size as string;
      document.documentElement.dir = to as string;
    },
    [by === 'page' ? `${textPx}px` : '', dir ?? 'ltr'],
  );
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${textPx}px`);
  // What measures itself does so in the next picture.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

const sweep = (page: Page, textPx: number) => page.evaluate<string[]>(`(() => { ${SWEEP}\nreturn sweep(${textPx}); })()`);

/** What is cut, too wide or too small, with the sizes at which it is. */
async function sizeProblems(sweeper: Sweeper): Promise<string[]> {
  const found = new Map<string, string[]>();
  for (const worn of WEARS) {
    await wear(sweeper, worn);
    for (const problem of await sweep(sweeper.page, worn.textPx)) found.set(problem, [...(found.get(problem) ?? []), nameOf(worn)]);
  }
  return [...found].map(([problem, sizes]) => `${problem} at ${sizes.join()}`);
}

async function problemsOf(sweeper: Sweeper, state: State, stage?: Stage): Promise<string[]> {
  await wear(sweeper, PLAIN);
  await showState(sweeper.page, state, stage);
  await putAxeIn(sweeper.page);
  return [...(await axeProblems(sweeper.page)), ...(await sizeProblems(sweeper))];
}

describe('S1-1.01 can be read and reached by a visitor', () => {
  let visitor: Sweeper;
  beforeAll(async () => {
    visitor = await openSweeper();
    await visitor.page.goto(product.server.url);
  });

  it.each(VISITOR_STATES)('$name', async (state) => expect(await problemsOf(visitor, state)).toEqual([]));

  it('and what cannot be is seen by the sweep: text too small, cut, too wide and too pale, a target too small', async () => {
    await wear(visitor, PLAIN);
    await visitor.page.evaluate(() => {
      const node = Object.assign(document.createElement('button'), { className: 'bad', textContent: 'more than has room' });
      Object.assign(node.style, {
        fontSize: '11px',
        width: '30px',
        height: '30px',
        overflow: 'hidden',
        whiteSpace: 'nowrap',
        marginLeft: '350px',
        color: '#777',
        background: '#888',
      });
      document.querySelector('main')?.prepend(node);
    });
    const kinds = (await sweep(visitor.page, 16))
      .filter((problem) => problem.includes('.bad'))
      .map((problem) => problem.split(':')[0] ?? '');
    expect(kinds.sort((a, b) => a.localeCompare(b))).toEqual(['cut', 'small target', 'small text', 'wide']);
    const pale = (await axeProblems(visitor.page)).filter((problem) => /color-contrast.*\.bad/.test(problem));
    expect(pale.map((problem) => problem.split(':')[0])).toEqual(['axe color-contrast', 'in dark, axe color-contrast']);
  });
});

describe('S1-1.01 can be read and reached by a person with orders', () => {
  let own: Sweeper;
  beforeAll(async () => {
    own = await openSweeper();
    await enterWithOrders(own.page, product.server.url);
  });

  it.each(OWN_STATES)('$name', async (state) => expect(await problemsOf(own, state)).toEqual([]));
});

describe('S1-1.01 can be read and reached by a person with a real account', () => {
  let real: Sweeper;
  let stage: Stage;
  beforeAll(async () => {
    real = await openSweeper();
    // Passkeys belong to a domain: an address has none.
    stage = { ...product.server, url: product.server.url.replace('127.0.0.1', 'localhost') };
    await enterReal(real.page, stage.url);
  });

  it.each(REAL_STATES)('$name', async (state) => expect(await problemsOf(real, state, stage)).toEqual([]));
});

describe('S1-1.01 can be read and reached at the doors of a site that asks for everything', () => {
  let visitor: Sweeper;
  beforeAll(async () => {
    await askForEverything(product.server);
    visitor = await openSweeper();
    await visitor.page.goto(product.server.url);
  });

  it.each(DOOR_STATES)('$name', async (state) => expect(await problemsOf(visitor, state, product.server)).toEqual([]));
});

describe('S1-1.01 can be read and reached in main mode', () => {
  let visitor: Sweeper;
  beforeAll(async () => {
    await operate(product.server, 'set-company', '1', 'type', '0');
    visitor = await openSweeper();
    await visitor.page.goto(product.server.url);
  });

  it.each(MAIN_MODE_STATES)('$name', async (state) => expect(await problemsOf(visitor, state)).toEqual([]));
});
