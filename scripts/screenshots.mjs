// Pictures of every screen, light and dark, on a phone of 360 x 740, by the built server and a demo account with orders: docs/pictures/*.webp
//   npm run screenshots [-- --only trade]
// What is pictured and the way there is a line in tests/e2e/sweep-states.ts. Server and page believe that it is the last Wednesday, 10:30 UTC:
// at a weekend most markets are closed.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { call, close, enterDemo, OWN_STATES, place, setAlert, showState, VISITOR_STATES } from '../tests/e2e/sweep-states.ts';
import { chromiumPath } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { installIfMissing, root } from './install.mjs';

const PORT = process.env.PORT ?? '8979';
const URL = `http://127.0.0.1:${PORT}`;
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.25, hasTouch: true, isMobile: true, locale: 'en-US' };
const QUALITY = 0.6;
const BYTES_MAX = 1_000_000;
/** For prices to move, and orders with them. */
const MOVES_MS = 45_000;
const TOASTS_GO_MS = 10_000;
const { values: asked } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const folder = join(root, 'docs', 'pictures');
/** By their names: those that are there stay until all are taken. */
const taken = new Map();

/** ms from now to the last Wednesday, 10:30 UTC. */
function toWednesday() {
  const now = new Date();
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - ((now.getUTCDay() + 4) % 7), 10, 30);
  return day - now.getTime();
}
const SHIFT = `{ const now = Date.now; Date.now = () => now() + ${toWednesday()}; }`;

function startServer(dataDir) {
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(SHIFT)}`, 'out/main.js'], {
    cwd: root,
    env: { ...process.env, PORT, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => /ready http/.test(chunk) && resolve(child));
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** Both sides of four markets; a while later what has won stays open, the other side is over, and some orders and alerts wait. */
async function trade(page) {
  const markets = [
    { code: 'GBPUSD', lots: '0.2' },
    { code: 'XAUUSD', lots: '0.1' },
    { code: 'BTCUSD', lots: '0.2', stopsAt: [0.9, 1.1] },
    { code: 'EURUSD', lots: '0.5', stopsAt: [0.9985, 1.002] },
  ];
  const pairs = [];
  for (const { stopsAt: [low, high] = [], ...market } of markets) {
    const buy = await place(page, { ...market, ...(low && { stopsAt: [low, high] }) });
    const sell = await place(page, { ...market, side: 'sell', ...(low && { stopsAt: [high, low] }) });
    pairs.push([buy, sell]);
  }
  await page.waitForTimeout(MOVES_MS);
  const profits = await heldProfits(page);
  for (const [at, pair] of pairs.entries()) {
    const [won, lost] = pair.toSorted((one, other) => profits.get(other) - profits.get(one));
    // Of the first market it is the gain that was taken.
    await close(page, at === 0 ? won : lost);
  }
  await place(page, { code: 'EURUSD', lots: '0.3', waitsAt: 0.999 });
  await place(page, { code: 'XAUUSD', lots: '0.1', side: 'sell', waitsAt: 1.01 });
  await setAlert(page, 'BTCUSD', { kind: 'above', price: '999999' });
  await setAlert(page, 'EURUSD', { kind: 'move', percent: '2', window_s: '14400' });
}

/** Profits of the open positions by id, as the server has them. */
async function heldProfits(page) {
  const { data } = await call(page, '/v2/api/forex/my_deal', { status: '1', page: '1', limit: '50' });
  return new Map(data.data.map((row) => [String(row.Id), Number(row.FactProfits)]));
}

/** A picture in the format of the web, by the browser's own encoder. */
async function toWebp(page, png) {
  const base64 = await page.evaluate(
    async ([text, quality]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d').drawImage(image, 0, 0);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    [png.toString('base64'), QUALITY],
  );
  return Buffer.from(base64, 'base64');
}

async function takeStates(page, converter, states) {
  for (const state of states.filter(({ picture }) => picture?.includes(asked.only))) {
    await showState(page, state);
    await page.waitForFunction(() => !document.querySelector('.toast'), undefined, { timeout: TOASTS_GO_MS });
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
      // The chart is painted anew a frame later, and what fades has faded.
      await page.waitForTimeout(500);
      taken.set(`${state.picture}-${colorScheme}.webp`, await toWebp(converter, await page.screenshot()));
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

installIfMissing();
buildIfStale();
const dataDir = mkdtempSync(join(tmpdir(), 'outcry-pictures-'));
const server = await startServer(dataDir);
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox', '--disable-background-networking'] });
try {
  const converter = await browser.newPage();
  for (const [states, enter] of [
    [VISITOR_STATES, (page) => page.goto(URL)],
    [OWN_STATES, (page) => enterDemo(page, URL).then(() => trade(page))],
  ]) {
    const context = await browser.newContext(PHONE);
    await context.addInitScript(SHIFT);
    // What turns TypeScript into JavaScript here names the functions in a page by it.
    await context.addInitScript('globalThis.__name = (value) => value');
    const page = await context.newPage();
    await enter(page);
    await takeStates(page, converter, states);
    await context.close();
  }
} finally {
  await browser.close();
  server.removeAllListeners('exit');
  server.kill('SIGTERM');
  await new Promise((resolve) => server.on('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}
if (asked.only === '') rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, picture] of taken) writeFileSync(join(folder, name), picture);
const files = readdirSync(folder);
const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
process.stderr.write(`${files.length} pictures in ${folder}, ${bytes} bytes together\n`);
if (bytes > BYTES_MAX) throw new Error(`the pictures take ${bytes} bytes, allowed: ${BYTES_MAX}`);
