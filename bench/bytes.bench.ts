/** G1 and G2: what a phone fetches before it sees a live price, and a live chart; beside the libraries alone of a React stack. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { countScripts } from '../tests/e2e/counted-scripts.ts';
import { startServer } from '../tests/e2e/server-process.ts';
import budgets from './budgets.json' with { type: 'json' };
import { assertOutput, type Bench, type Figure, type Goal } from './lib/bench.ts';
import { launch, openPage } from './lib/chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const PEERS = [
  'react',
  'react-dom',
  'react-router',
  'mobx',
  'mobx-react-lite',
  'antd-mobile',
  'lightweight-charts',
  'socket.io-client',
  'i18next',
  'dayjs',
];
const SHARE_OF_PEERS = 0.25;

const gzipBytes = (bytes: string | Uint8Array): number => gzipSync(bytes, { level: 9 }).length;
const fileBytes = (file: string): number => gzipBytes(readFileSync(join(dist, file)));
const sum = (files: Iterable<string>): number => [...new Set(files)].reduce((total, file) => total + fileBytes(file), 0);

type Loaded = { readonly list: readonly string[]; readonly withChart: readonly string[] };

/** Opens the built product in a fresh browser and notes every script, the worker's too, with the moment at which it was asked for. */
async function loadScripts(): Promise<Loaded> {
  const server = await startServer();
  const browser = await launch();
  try {
    const { page } = await openPage(browser, (error) => console.error(error));
    const scripts = await countScripts(page);
    await page.goto(server.url);
    await scripts.until('pricesAtMs');
    await page.evaluate(() => {
      location.hash = '/trade';
    });
    await page.waitForSelector('.ticket');
    return { list: await scripts.until('pricesAtMs'), withChart: await scripts.until('candlesAtMs') };
  } finally {
    await browser.close();
    await server.remove();
  }
}

/** Every peer's libraries in one minified bundle; throws when the build dropped one of them. */
async function peerBytes(isShaken: boolean): Promise<{ js: number; css: number }> {
  const built = (await build({
    root: join(root, 'bench/pages/bytes'),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    plugins: isShaken
      ? [
          {
            name: 'drop',
            transform: (code, id) =>
              id.endsWith('peers.ts') ? code.replace(/import \{ io \}.*/, '').replace(/socket: io,?/, '') : undefined,
          },
        ]
      : [],
    build: { write: false, target: 'chrome111', rolldownOptions: { input: join(root, 'bench/pages/bytes/peers.ts') } },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.filter((file) => file.type === 'chunk');
  const kept = chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? id : [])),
  );
  for (const peer of PEERS)
    assertOutput(
      kept.some((id) => id.includes(`/node_modules/${peer}/`)),
      `the peers' bundle holds nothing of ${peer}`,
    );
  const styles = built.output.flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? file.source : []));
  return {
    js: chunks.reduce((total, { code }) => total + gzipBytes(code), 0),
    css: styles.reduce((total, source) => total + gzipBytes(source), 0),
  };
}

/** HTML, style, boot script and first script: what stands between the address and the first picture. */
function firstPaintBytes(): number {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const linked = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/([^"]+\.(?:js|css))"[^>]*>/g)]
    .filter(([tag]) => !/modulepreload|rel="preload"|rel="prefetch"/.test(tag))
    .map(([, file]) => file as string);
  assertOutput(
    linked.some((file) => file.endsWith('.js')) && linked.some((file) => file.endsWith('.css')),
    'the page links no script or no style',
  );
  assertOutput(!/<style|<script(?![^>]*\bsrc=)|\sstyle="|\son[a-z]+="/i.test(html), 'a script or a style is inline');
  return gzipBytes(html) + sum(linked);
}

/** Every script of the build except locales and the leaf screens that `budgets.json` names. */
function allScriptBytes(): number {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, { file: string }>;
  const locales = new Set(Object.entries(manifest).flatMap(([source, { file }]) => (source.startsWith('locales/') ? [file] : [])));
  const isLeaf = (file: string) => budgets.lazyLeafScreens.some((leaf) => file.startsWith(`assets/${leaf}-`));
  const files = readdirSync(join(dist, 'assets')).map((file) => `assets/${file}`);
  return sum(files.filter((file) => file.endsWith('.js') && !locales.has(file) && !isLeaf(file)));
}

export const bench: Bench = {
  title: 'bytes',
  breaks: ['the worker is not counted', 'the build drops a peer'],
  async run({ broken }) {
    const peers = await peerBytes(broken === 'the build drops a peer');
    const loaded = await loadScripts();
    const isCounted = (file: string) => broken !== 'the worker is not counted' || !file.includes('main-');
    const [list, withChart] = [loaded.list.filter(isCounted), loaded.withChart.filter(isCounted)];
    assertOutput(
      list.some((file) => file.includes('main-')),
      'the worker’s script was not counted',
    );
    assertOutput(
      withChart.some((file) => file.includes('trade-screen')) && withChart.some((file) => file.includes('open-chart')),
      'the chart’s scripts were not counted',
    );
    const bytes = { list: sum(list), withChart: sum(withChart), all: allScriptBytes(), paint: firstPaintBytes() };
    const figure = (name: string, value: number): Figure => ({ name, unit: 'bytes gzip', samples: [value] });
    const goal = (id: 'G1' | 'G2', text: string, value: number, limit: number, unit = 'bytes'): Goal => ({ id, text, value, limit, unit });
    return {
      load: 'The built files that a real browser asked for, page and worker, each gzipped at level 9: from a fresh visit to Home to the first live price, and from there to the first candles on Trade; what was asked for after them is not counted',
      figures: [
        ...[...new Set(withChart)].map((file) => figure(file.replace(/-[\w-]{7,8}\.js$/, '.js'), fileBytes(file))),
        figure('peers: React stack’s libraries, scripts', peers.js),
        figure('peers: React stack’s libraries, styles', peers.css),
      ],
      goals: [
        goal('G1', 'scripts to the first live price list', bytes.list, budgets.firstPriceListBytesMax),
        goal('G1', 'scripts to the first candles', bytes.withChart, budgets.withChartBytesMax),
        goal('G1', 'all scripts but locales and listed leaf screens', bytes.all, budgets.allScriptBytesMax),
        goal(
          'G1',
          'scripts to the first live price list against the libraries of a React stack',
          bytes.list / peers.js,
          SHARE_OF_PEERS,
          'times',
        ),
        goal('G2', 'what paints first', bytes.paint, budgets.firstPaintBytesMax),
      ],
      notes: [
        `With the chart ours is ${(bytes.withChart / peers.js).toFixed(2)} times the libraries of the React stack, which hold a chart too.`,
      ],
    };
  },
};
