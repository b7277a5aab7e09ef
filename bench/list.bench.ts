/** G10: the visible list. Twenty rows on screen of 1,000 symbols: what one update of the screen costs the page, beside peers that take in as many rows. */
import { alternate } from './lib/alternate.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult } from './lib/bench.ts';
import { breakModule, buildPages } from './lib/build-pages.ts';
import { launch, openPage } from './lib/chromium.ts';
import { serveFolder } from './lib/serve-folder.ts';
import { median, ratios } from './lib/statistics.ts';
import type { ContenderName, ListBench } from './pages/list/page.ts';

const QUOTES = 'src/ui/state/quotes.ts';
const WRITE = 'const quote = quoteOf(productId);';
const BREAKS = {
  'the list does not update': breakModule(QUOTES, WRITE, `if (quotes.get(productId)?.timeMs.peek()) return;${WRITE}`),
  'one row is stale': breakModule(QUOTES, WRITE, `if (productId === 13 && quotes.get(13)?.timeMs.peek()) return;${WRITE}`),
};

const OURS: ContenderName = 'ours, 20 changed';
const CONTENDERS: readonly ContenderName[] = [
  OURS,
  'React + Redux Toolkit, 1,000 changed',
  'React + Redux Toolkit, 20 changed',
  'React + zustand, 1,000 changed',
  'React + zustand, 20 changed',
  'text nodes by hand',
];

export const bench: Bench = {
  title: 'the visible list',
  breaks: ['the list does not update', 'one row is stale'],
  async run(options) {
    const plugin = options.broken === undefined ? undefined : BREAKS[options.broken as keyof typeof BREAKS];
    const built = await buildPages('list', plugin ? { plugins: [plugin], variant: 'broken' } : {});
    const served = await serveFolder(built.site);
    const browser = await launch();
    try {
      const { page } = await openPage(browser, (error) => console.error(error));
      await page.goto(`${served.url}${built.path('index')}`);
      await page.waitForFunction(() => 'listBench' in globalThis);
      const samples = await alternate(
        CONTENDERS.map((name) => ({
          name,
          run: async () => {
            const sample = await page.evaluate(
              (asked) => (globalThis as unknown as { listBench: ListBench }).listBench.sample(asked),
              name,
            );
            assertOutput(!('wrong' in sample), `${name}: ${'wrong' in sample ? sample.wrong : ''}`);
            return sample.msPerUpdate;
          },
        })),
        options.quick ? 3 : 15,
      );
      return resultOf(samples, options);
    } finally {
      await browser.close();
      served.close();
    }
  },
};

function resultOf(samples: ReadonlyMap<string, number[]>, { quick }: BenchOptions): BenchResult {
  const of = (name: ContenderName) => samples.get(name) as number[];
  const share = (name: ContenderName) => median(ratios(of(OURS), of(name)));
  return {
    load: `One update of the screen: twenty rows with price and change, script time until every text stands, style and layout left out for all. ${quick ? 3 : 15} samples of at least 20 ms each, peers in turn; every visible text asserted after every update.`,
    figures: [...samples].map(([name, list]) => ({ name, unit: 'ms per update', samples: list, isWall: true })),
    goals: [
      {
        id: 'G10',
        text: 'script against React + Redux Toolkit, 20 rows taken in by both',
        value: share('React + Redux Toolkit, 20 changed'),
        unit: 'x',
        limit: 0.2,
        isWall: true,
      },
      {
        id: 'G10',
        text: 'script against React + zustand, 20 rows taken in by both',
        value: share('React + zustand, 20 changed'),
        unit: 'x',
        limit: 0.45,
        isWall: true,
      },
    ],
    notes: [
      `Ours is handed what the engine sends, the rows on screen, and so are the peers of the goals, whose stores hold these twenty alone, as if they stood behind our worker. In their usual form they have none, and all 1,000 quotes reach their store: ours is ${share('React + Redux Toolkit, 1,000 changed').toPrecision(2)} of that with Redux Toolkit and ${share('React + zustand, 1,000 changed').toPrecision(2)} with zustand, what the worker spends not counted.`,
      'Ours also colours each moved price and takes the colour away again, which the peers do not do.',
    ],
  };
}
