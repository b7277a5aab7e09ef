/** How the app is built, and nothing else: the client to dist/, with `--ssr` the server to out/. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import preact from '@preact/preset-vite';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { lateImports } from './scripts/late-imports.ts';
import { slimUplot } from './scripts/slim-uplot.ts';

/**
 * What the first price list needs, in one chunk: left alone, the build cuts a chunk for every set of screens that share a module, and
 * twenty small files cost four kilobytes more than one. What only trading, login or account need stays with their screens.
 */
const FIRST_LIST =
  /node_modules\/(preact|@preact|preact-iso)\/|src\/(rest|protocol|domain)\/|src\/ui\/(state|shell(?!\/frame\.css)|screens\/home)\/|locales\/en\/(shell|home)\.json$|src\/ui\/((browser|engine|freshness|language|navigation|products|requests|text)\/)?[a-z0-9-]+\.tsx?$|src\/ui\/(lazy\/[a-z-]+|orders\/order-news|notices\/tell-notices)\.ts$|src\/ui\/kit\/(badge|button|card|empty|icon|live-text|mini-area|monogram|page-header|price-text|skeleton|tabs|toast)\.tsx$/;
const LATER =
  /i18next|rest\/(product-search|retry-after|orders?|account|file-reply|protection|money-call|money-wire|final-answer|resolve-intents|client-id|day-closes)\.ts|ui\/(requests\/(factor-left|seconds-left|page-(money|file)|money-refusal|real-name-toast|when-back|pause-until-back)|(browser\/tab-lock|state\/tap-hold|engine\/watchdog)|state\/(pages|follow-favourites|used-passkey|demo-reset)|shell\/(theme-colours|hold-banner|head-lines|welcome-card|prefetch|kept-places)|screens\/home\/quick-buttons|kit\/contrast|leaf-screens|settle)\.tsx?|protocol\/(errors|receipt-press|product-wire|market-status|order-[a-z]+|day-closes|rest\/(forex|fields|account|protection(-endpoints)?))\.ts|lots\.ts|stop-out-price|candle-wire|short-amount|far-price|moment-text|limit-text|strict-utf8|order-habits|typed-(price|decimal)|freshness\/freshness|currency|indicators|trading-day|financing|domain\/(bucket|fee|margin|order|period|profit|stops)|navigation\/layer-history|language\/language-name|domain\/(tape\/|photo-bytes|change-percent|after-months|price-alert|protection|own-limits|nickname|lots-of-risk|micro|profile|credential|registration|puzzle|served|identity|company|complaint|desktop|outside)|credentials|rest\/security|(protocol|rest|state)\/(alert|micro|identity|upload|company|complaint|message|receipt)/;
/** The first script and what it alone needs: it starts the worker while the rest is on its way. */
const FIRST_SCRIPT =
  /node_modules\/comlink\/|src\/ui\/(main|paths|engine\/engine|lazy\/page-import|browser\/(own-task|storage|stored-keys)|requests\/early-answers|shell\/glance|state\/kept-site|text\/price-digits)\.ts$|src\/domain\/(languages|period-start)\.ts$|src\/protocol\/(engine-name|late-import|socket|rest\/endpoints?)\.ts$/;
/**
 * Chunks of the start, whose functions nearly all run at once. Their first line tells Chromium to compile them whole while they are
 * fetched, instead of each when it is first called: at 6x that halves the blocking time of a cold load. Code that may never run would pay.
 */
const STARTING = /^(first|app|trade-screen|trade)$/;
/**
 * A second minifier over what the bundler's own has left, worker included: together they leave three hundredths less, gzipped, than either.
 * Only scripts that a page asks for before it shows candles gain enough to notice; the others go along.
 */
const minifyAgain: Plugin = {
  name: 'minify-again',
  generateBundle: {
    order: 'post',
    handler: async (_options, bundle) => {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!fileName.endsWith('.js')) continue;
        const source = file.type === 'chunk' ? file.code : String(file.source);
        const map = bundle[`${fileName}.map`];
        const known = map?.type === 'asset' ? String(map.source) : undefined;
        const { code = source, map: moved } = await minify(source, {
          module: true,
          ecma: 2020,
          compress: { passes: 3 },
          ...(known && { sourceMap: { content: known } }),
        });
        const text = known ? `${code}\n//# sourceMappingURL=${fileName.split('/').at(-1)}.map\n` : code;
        if (file.type === 'chunk') file.code = text;
        else file.source = text;
        if (map?.type === 'asset' && typeof moved === 'string') map.source = moved;
      }
    },
  },
  // The boot script is no part of a bundle, and paints first of all.
  writeBundle: async ({ dir = '' }) => {
    const boot = join(dir, 'boot.js');
    const { code } = await minify(await readFile(boot, 'utf8'), { ecma: 2020, toplevel: true });
    await writeFile(boot, code ?? '');
  },
};
const COMPILE_WHOLE = '//# allFunctionsCalledOnLoad\n';
const compileWhole: Plugin = {
  name: 'compile-whole',
  generateBundle: {
    // Behind whatever else writes at the head of a chunk.
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !STARTING.test(file.name)) continue;
        file.code = COMPILE_WHOLE + file.code;
        const map = bundle[`${file.fileName}.map`];
        // One line more above all that the map knows.
        if (map?.type === 'asset') map.source = String(map.source).replace('"mappings":"', '"mappings":";');
      }
    },
  },
};
/** What the chart shares with what is drawn upon it, and the ticket with the orders: left alone, each of these small files is a chunk. */
const CHART_PARTS = /src\/ui\/(charts\/(candle-rects|history-painter)|kit\/contrast|freshness\/freshness)\.tsx?$|src\/domain\/bucket\.ts$/;
const TICKET_PARTS =
  /src\/ui\/(kit\/(stepper|decimal-input|field|switched-number|switch)|orders\/(slippage|order-settings)|state\/order-habits|text\/far-price|screens\/trade\/(asked-pending|trade-kind))\.tsx?$|src\/domain\/(fee|lots|margin|profit|order|stops|typed-price|typed-decimal|trading-day)\.ts$|src\/(rest\/orders|protocol\/order-[a-z]+)\.ts$/;
/** What the doors and the screens of passwords have in common. */
const CREDENTIAL_PARTS =
  /src\/ui\/credentials\/|src\/(rest|protocol|domain)\/(rest\/)?(credentials|registration|served-countries)[a-z-]*\.ts$/;
const chunkGroups = [
  { name: 'first', test: FIRST_SCRIPT, priority: 2 },
  { name: 'chart-parts', test: CHART_PARTS, priority: 0 },
  { name: 'ticket-parts', test: TICKET_PARTS, priority: 0 },
  { name: 'credential-parts', test: CREDENTIAL_PARTS, priority: 0 },
  // What toasts and rows of orders share, in one file in place of three.
  { name: 'order-texts', test: /src\/ui\/orders\/(order-texts|ended-orders|order-to-show)\.ts$/, priority: 0 },
  { name: 'app', test: (id: string) => FIRST_LIST.test(id) && !FIRST_SCRIPT.test(id) && !LATER.test(id), priority: 1 },
];

/** Files of the first price list, and those that only another language or `?perf` needs: everything else may be fetched while a person reads. */
const FIRST_OR_RARE = /\/(first|app|main|index|i18next|perf-panel)-[^/]*$|\.map$/;

/** Files that else are found only once the first script runs. The worker's is not compiled for the page: it only lies in the cache. */
const EARLY: readonly (readonly [RegExp, Record<string, string>])[] = [
  [/\/(app|rolldown-runtime)-[^/]*\.js$/, { rel: 'modulepreload' }],
  [/\/app-[^/]*\.css$/, { rel: 'preload', as: 'style' }],
  [/\/main-[^/]*\.js$/, { rel: 'preload', as: 'script' }],
];

/**
 * Names of built files. Seven letters and digits of a hash, the fewest that the bundler allows, tell two builds of one file apart (36 bits), and each
 * import of a file holds its name: letters that no compression can save.
 */
const NAMES = {
  hashCharacters: 'base36',
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
} as const;

/** Has the document itself ask for the early files; lists in templates what Trade needs at once, for `main.ts`, and what may come later, for `prefetch.ts`. */
const listFiles: Plugin = {
  name: 'list-files',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const files = Object.values(bundle ?? {}).filter(
        (file) => !FIRST_OR_RARE.test(file.fileName) && !(file.type === 'chunk' && file.facadeModuleId?.endsWith('.json')),
      );
      const early = Object.values(bundle ?? {}).flatMap(({ fileName, type }) => {
        const how = EARLY.find(([name]) => name.test(fileName))?.[1];
        // What the worker's late parts share, an asset to the page, is none of its own.
        return how && (type === 'chunk' || !fileName.includes('rolldown-runtime'))
          ? [{ tag: 'link', attrs: { ...how, crossorigin: true, href: `/${fileName}` }, injectTo: 'head' as const }]
          : [];
      });
      const chunks = Object.values(bundle ?? {}).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const screen = chunks.find(({ name }) => name === 'trade-screen');
      const words = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/locales/en/trade.json'));
      const needed = chunks.filter((chunk) => chunk === screen || chunk === words || screen?.imports.includes(chunk.fileName));
      const scripts = needed.flatMap(({ fileName }) =>
        FIRST_OR_RARE.test(fileName) ? [] : [[{ rel: 'modulepreload' }, fileName] as const],
      );
      const styles = needed.flatMap(({ viteMetadata }) =>
        [...(viteMetadata?.importedCss ?? [])].map((css) => [{ rel: 'preload', as: 'style' }, css] as const),
      );
      const trade = [...scripts, ...styles].map(([how, file]) => ({ tag: 'link', attrs: { ...how, crossorigin: true, href: `/${file}` } }));
      const links = files
        .filter(({ fileName }) => /\.(js|css)$/.test(fileName))
        .map(({ fileName }) => ({ tag: 'link', attrs: { rel: 'prefetch', crossorigin: true, href: `/${fileName}` } }));
      return [
        ...early,
        { tag: 'template', attrs: { id: 'trade-files' }, children: trade, injectTo: 'body' },
        { tag: 'template', attrs: { id: 'later' }, children: links, injectTo: 'body' },
      ];
    },
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [] : [preact({ devToolsEnabled: false }), slimUplot(), lateImports, listFiles, minifyAgain, compileWhole],
  // A constant of a module stays one: as a `var` it would be looked up for every byte of a frame.
  worker: { format: 'es', rolldownOptions: { output: { ...NAMES, topLevelVar: false } } },
  // One file each in place of hundreds that the start would look up: a sixth of the time to `ready`.
  ssr: {
    external: true,
    noExternal: [
      '@opentelemetry/api',
      'yaml',
      '@fastify/swagger',
      'json-schema-resolver',
      'kysely',
      'valibot',
      '@valibot/to-json-schema',
      'prom-client',
    ],
  },
  optimizeDeps: { include: ['comlink', 'dayjs', 'dayjs/plugin/utc.js', 'valibot'], exclude: ['uplot'] },
  build: isSsrBuild
    ? {
        target: 'node20',
        outDir: 'out',
        copyPublicDir: false,
        sourcemap: true,
        emptyOutDir: true,
        rolldownOptions: { input: ['server/main.ts', 'server/operator.ts', 'server/verify-tape.ts'] },
      }
    : // Lists of the scripts that late code builds on cost the first price list half a kilobyte, and save a trip only before `prefetch.ts` has
      // fetched them all.
      {
        target: ['chrome111', 'safari16.4', 'firefox114'],
        outDir: 'dist',
        sourcemap: true,
        manifest: true,
        modulePreload: false,
        rolldownOptions: { output: { ...NAMES, codeSplitting: { groups: chunkGroups } } },
      },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/v2', '/tape', '/healthz', '/readyz', '/docs'].map((path) => [
        path,
        { target: `http://127.0.0.1:${process.env.PORT ?? 8080}`, ws: true },
      ]),
    ),
  },
}));
