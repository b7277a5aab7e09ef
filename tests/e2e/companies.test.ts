/** The companies behind a site, end to end: main mode with its search, a complaint that an operator reads, and a company that has ended. */
import { expect, it } from 'vitest';
import { operate } from './operations-call.ts';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const PATIENT = { timeout: 20_000 };
const THREE_YEARS_S = 94_608_000;
const product = serveProduct();

it('S1-2.122 S1-9.20 in main mode a company is found, entered and remembered, and a currency is found beside', async () => {
  await operate(product.server, 'set-company', '1', 'type', '0');
  await operate(product.server, 'add-company', 'North Star Ltd');
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(`${product.server.url}/#/product`);
  await page.getByRole('searchbox', { name: 'Search companies' }).fill('north');
  await page.getByRole('button', { name: /North Star Ltd/ }).click();
  await page.getByRole('dialog', { name: 'North Star Ltd' }).getByRole('button', { name: 'Enter' }).click();
  await expect.poll(() => new URL(page.url()).hash, PATIENT).toBe('#/');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: 'company_id', value: '2', path: '/', sameSite: 'Lax' });
  // Browsers keep none for longer than 400 days, however long they are told to.
  const keptS = (cookie?.expires ?? 0) - Date.now() / 1_000;
  expect(keptS).toBeGreaterThan(390 * 86_400);
  expect(keptS).toBeLessThanOrEqual(THREE_YEARS_S);
  await page.goto(`${product.server.url}/#/product`);
  await page.locator('.banner', { hasText: 'You are with North Star Ltd' }).waitFor(PATIENT);
  await page.getByRole('searchbox', { name: 'Search markets' }).fill('gold');
  await page.getByRole('link', { name: /^XAU\/USD/ }).click();
  await expect.poll(() => new URL(page.url()).hash, PATIENT).toMatch(/^#\/trade\?id=\d+$/);
  expect(faults).toEqual([]);
  await context.close();
});

it('S1-7.53 a visitor complains, and an operator reads it by its number', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(`${product.server.url}/#/mine/email`);
  await page.getByRole('link', { name: 'contact@example.com' }).waitFor(PATIENT);
  await page.getByLabel('Your e-mail').fill('ann@example.com');
  await page.getByLabel('What happened').fill('It did not fill.');
  await page.getByRole('button', { name: 'Send complaint' }).click();
  const text = (await page.getByText(/^Case C-/).textContent(PATIENT)) ?? '';
  const lines = await operate(product.server, 'complaint', text.replace('Case ', ''));
  expect(lines).toEqual([`${text.replace('Case ', '')}, from ann@example.com`, 'It did not fill.']);
  expect(faults).toEqual([]);
  await context.close();
});

it('S1-7.32 D9.267 a company that has ended sends browsers to its address, and nowhere else', async () => {
  await operate(product.server, 'setting', 'loss_hosts', 'closed.example');
  await operate(product.server, 'set-company', '1', 'loss_url', 'https://closed.example/why');
  await operate(product.server, 'set-company', '1', 'status', '0');
  const { page, context } = await openPhone(product.browser);
  await page.route('https://closed.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Closed</h1>' }));
  await page.goto(product.server.url);
  await page.waitForURL('https://closed.example/why', PATIENT);
  await context.close();
  await operate(product.server, 'setting', 'loss_hosts', '');
  const stays = await openPhone(product.browser);
  const warned: string[] = [];
  stays.page.on('console', (message) => warned.push(message.text()));
  await stays.page.goto(product.server.url);
  await expect.poll(() => warned.join(), PATIENT).toContain('loss_url: got "https://closed.example/why"');
  expect(new URL(stays.page.url()).origin).toBe(product.server.url);
  await stays.context.close();
});
