// Pictures of every screen, light and dark, at 360 and 430 px, from the built server with its demo data: .cache/screenshots/*.png
//   npm run screenshots [-- --only trade]
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { chromiumPath } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { installIfMissing, root } from './install.mjs';

const PORT = 8979;
const URL = `http://127.0.0.1:${PORT}`;
const only = process.argv[process.argv.indexOf('--only') + 1];
const wanted = (name) => !process.argv.includes('--only') || name.includes(only);
const folder = join(root, '.cache', 'screenshots');

installIfMissing();
buildIfStale();
mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'outcry-pictures-'));
let server;
const startServer = () =>
  new Promise((resolve, reject) => {
    server = spawn(process.execPath, ['out/main.js'], {
      cwd: root,
      env: { ...process.env, PORT: String(PORT), DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server.stdout.on('data', (chunk) => /ready http/.test(chunk) && resolve());
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
const stopServer = () =>
  new Promise((resolve) => {
    server.on('exit', resolve);
    server.kill('SIGTERM');
  });
await startServer();
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox', '--disable-background-networking'] });

async function phone(width, scheme) {
  const context = await browser.newContext({
    viewport: { width, height: width === 360 ? 740 : 932 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    colorScheme: scheme,
  });
  const page = await context.newPage();
  const take = async (name) => {
    const file = `${name}-${width}-${scheme}.png`;
    if (wanted(file)) await page.screenshot({ path: join(folder, file) });
  };
  const go = async (hash, settleMs = 1500) => {
    await page.goto(`${URL}/#${hash}`);
    await page.waitForTimeout(settleMs);
  };
  return { context, page, take, go };
}

async function enterDemo(page, go) {
  await go('/login', 800);
  await page.getByRole('button', { name: /demo/i }).click();
  await page.waitForURL((url) => !url.hash.includes('/login'));
}

async function loading({ page, take, go }, hash, name, pattern) {
  await page.route(pattern, (route) => new Promise(() => route));
  await go(hash, 900);
  await take(`${name}-loading`);
  await page.unroute(pattern);
}

async function failing({ page, take, go }, hash, name, pattern) {
  await page.route(pattern, (route) => route.abort());
  await go(hash, 3500);
  await take(`${name}-failed`);
  await page.unroute(pattern);
}

for (const [width, scheme] of [
  [360, 'light'],
  [360, 'dark'],
  [430, 'light'],
  [430, 'dark'],
]) {
  const session = await phone(width, scheme);
  const { page, take, go, context } = session;
  await go('/', 4000);
  await take('home-visitor');
  await go('/trade', 4000);
  await take('trade-visitor');
  await go('/login');
  await take('login');
  await page.getByLabel('E-mail').fill('demo@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: /^log in$/i }).click();
  await page.waitForTimeout(1200);
  await take('login-wrong-password');
  await enterDemo(page, go);
  await go('/order', 1500);
  await take('orders-empty');
  await go('/trade', 4000);
  await take('trade');
  await page.getByRole('button', { name: /^Buy/ }).click();
  await page.getByRole('region', { name: 'Last order' }).waitFor();
  await page.waitForTimeout(1200);
  await take('trade-bought');
  await page.getByRole('button', { name: /^Sell/ }).click();
  await page.getByText(/^Sold/).first().waitFor();
  await page.waitForTimeout(600);
  await page.getByRole('button', { name: 'Choose a product' }).click();
  await page.waitForTimeout(900);
  await take('trade-products');
  await page.keyboard.press('Escape');
  await go('/order', 2500);
  await take('orders-holding');
  await page.locator('.order-card-open').first().click();
  await page.waitForTimeout(700);
  await take('orders-detail');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await page.waitForTimeout(700);
  await take('orders-close');
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.waitForTimeout(1200);
  await take('orders-closed-toast');
  await go('/order?type=3', 1800);
  await take('orders-history');
  await go('/order?type=0', 1200);
  await take('orders-pending');
  await go('/', 3000);
  await take('home');
  await page.mouse.wheel(0, 700);
  await page.waitForTimeout(800);
  await take('home-scrolled');
  await go('/user', 1500);
  await take('account');
  await go('/product', 1200);
  await take('product');
  await go('/rank', 800);
  await take('not-open-yet');
  if (scheme === 'light' || width === 360) {
    await stopServer();
    await go('/', 9000);
    await take('home-offline');
    await go('/trade', 1500);
    await take('trade-offline');
    await startServer();
  }
  await context.close();
  for (const [hash, name, pattern] of [
    ['/', 'home', '**/trade_list**'],
    ['/trade', 'trade', '**/kline**'],
  ]) {
    const fresh = await phone(width, scheme);
    await loading(fresh, hash, name, pattern);
    await fresh.context.close();
    const broken = await phone(width, scheme);
    await failing(broken, hash, name, pattern);
    await broken.context.close();
  }
}
await browser.close();
await stopServer();
rmSync(dataDir, { recursive: true, force: true });
process.stderr.write(`pictures in ${folder}\n`);
