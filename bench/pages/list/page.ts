/** The page of the list bench: every contender keeps its own twenty rows on it, and one at a time is asked for a sample. */
import type { Contender } from './contender.ts';
import { quotesAt, SYMBOLS, VISIBLE, wantedRows, wrongRow } from './market.ts';
import { microtasks } from './microtasks.ts';
import { ours } from './ours.tsx';
import { redux } from './redux.tsx';
import { textNodes } from './text-nodes.ts';
import { zustand } from './zustand.tsx';

/** A sample runs about so long under the clock, and at least so many updates; what a frame holds is kept for each until then. */
const SAMPLE_MS_MIN = 25;
const UPDATES_MIN = 12;
const UPDATES_MAX = 800;
/** Updates that every contender makes before the first sample: a page that has run for half a minute is compiled. */
const UPDATES_BEFORE = 300;
const DRAWN_WITHIN_MS = 10_000;

type Make = (root: Element, symbols: number) => Promise<Contender>;
/** Each with the symbols that an update brings it, which are all that its store holds: ours is handed those on screen by its engine. */
const MAKERS = {
  'ours, 20 changed': [ours, VISIBLE],
  'React + Redux Toolkit, 1,000 changed': [redux, SYMBOLS],
  'React + Redux Toolkit, 20 changed': [redux, VISIBLE],
  'React + zustand, 1,000 changed': [zustand, SYMBOLS],
  'React + zustand, 20 changed': [zustand, VISIBLE],
  'text nodes by hand': [textNodes, SYMBOLS],
} as const satisfies Readonly<Record<string, readonly [Make, number]>>;
export type ContenderName = keyof typeof MAKERS;
type Sample = { readonly msPerUpdate: number; readonly updates: number } | { readonly wrong: string };

let step = 0;

/** React renders its first time in tasks of its own: on a busy machine it may take a while. */
async function untilDrawn(name: string, root: Element): Promise<void> {
  const endMs = performance.now() + DRAWN_WITHIN_MS;
  while (root.querySelectorAll('.price').length < VISIBLE) {
    if (performance.now() > endMs) throw new Error(`${name} draws no list within ${DRAWN_WITHIN_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

type Mounted = { readonly contender: Contender; readonly symbols: number; readonly msPerUpdate: number };

async function mount(): Promise<Map<string, Mounted>> {
  const contenders = new Map<string, [Contender, number]>();
  for (const [name, [make, symbols]] of Object.entries(MAKERS)) {
    const root = document.createElement('section');
    document.body.append(root);
    contenders.set(name, [await make(root, symbols), symbols]);
  }
  for (const [name, [{ root }]] of contenders) await untilDrawn(name, root);
  const mounted = new Map<string, Mounted>();
  for (const [name, [contender, symbols]] of contenders)
    mounted.set(name, { contender, symbols, msPerUpdate: await warmUp(contender, symbols) });
  return mounted;
}

type Update = { readonly take: () => void; readonly wanted: readonly string[] };

async function prepared(contender: Contender, symbols: number): Promise<Update> {
  const quotes = quotesAt(++step, symbols);
  return { take: await contender.prepare(quotes), wanted: wantedRows(quotes) };
}

/** Gives the ms of one update when it is compiled, so that a sample can be cut to its length. */
async function warmUp(contender: Contender, symbols: number): Promise<number> {
  let msPerUpdate = 0;
  for (let update = 0; update < UPDATES_BEFORE; update++) {
    const { take } = await prepared(contender, symbols);
    const startMs = performance.now();
    take();
    await microtasks();
    msPerUpdate += (performance.now() - startMs - msPerUpdate) / 20;
  }
  return msPerUpdate;
}

/**
 * Script time of one update of the screen, ms, without style and layout, which nobody forces: the same rows are dirty for all. Everything
 * is prepared first, since in the product it is another thread that prepares. The texts of every visible row are asserted after every
 * update, off the clock.
 */
async function sample({ contender, symbols, msPerUpdate }: Mounted): Promise<Sample> {
  const count = Math.min(UPDATES_MAX, Math.max(UPDATES_MIN, Math.ceil(SAMPLE_MS_MIN / msPerUpdate)));
  const updates: Update[] = [];
  while (updates.length < count) updates.push(await prepared(contender, symbols));
  (globalThis as { gc?: () => void }).gc?.();
  const taken: number[] = [];
  for (const { take, wanted } of updates) {
    const startMs = performance.now();
    take();
    await microtasks();
    taken.push(performance.now() - startMs);
    const wrong = wrongRow(contender.root, wanted);
    if (wrong !== undefined) return { wrong };
  }
  return { msPerUpdate: middleMean(taken), updates: count };
}

/** Mean of the middle half: what the machine did beside an update, and a collection of garbage, is left out for all. */
function middleMean(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice(Math.floor(sorted.length / 4), Math.ceil((sorted.length * 3) / 4));
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

export type ListBench = {
  readonly symbols: number;
  sample(name: ContenderName): Promise<Sample>;
};

const mounted = await mount();
(globalThis as { listBench?: ListBench }).listBench = {
  symbols: SYMBOLS,
  sample: (name) => sample(mounted.get(name) as Mounted),
};
