/** A person's identity with real photo files: sent, rejected by the operator, sent again, approved; the screen follows without a reload. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import account from '../../locales/en/account.json' with { type: 'json' };
import identity from '../../locales/en/identity.json' with { type: 'json' };
import { PATIENT, photoFile, runOperator } from './identity-steps.ts';
import { openPhone } from './phone.ts';
import { serveProduct } from './served-product.ts';

const product = serveProduct({ REVIEW_AFTER_S: '0' });

const operator = (...words: string[]) => runOperator(product.server, ...words);

it('S1-7.24 S1-7.26 S1-4.21 D1.3.20 an identity goes through rejection and approval, told on the screen each time', async () => {
  const { page, faults, context } = await openPhone(product.browser);
  await page.goto(`${product.server.url}/#/login`);
  await page.getByLabel(account['login.email'], { exact: true }).fill('demo@example.com', PATIENT);
  await page.getByLabel(account['login.password'], { exact: true }).fill('demo-Passw0rd');
  await page.getByRole('button', { name: account['login.submit'], exact: true }).tap();
  await page.waitForURL((address) => !address.hash.includes('/login'), PATIENT);
  await page.getByRole('link', { name: 'Account' }).tap(PATIENT);
  await page.getByRole('link', { name: new RegExp(`${account.identity}.*${account['identity.none']}`) }).tap(PATIENT);
  await page.getByLabel(identity.name).fill('Ada Byron', PATIENT);
  await page.getByLabel(identity.country).selectOption('GB', PATIENT);
  await page.getByLabel(identity.birthday).fill('1990-12-10');
  const next = () => page.getByRole('button', { name: identity['step.next'], exact: true }).tap();
  await next();
  await page.getByLabel(identity.document).selectOption('card', PATIENT);
  await page.getByLabel(identity.number).fill('X-123 456');
  await page.getByLabel(identity.ssn).fill('123-45-6789');
  await next();
  const slots = [identity['photo.card.front'], identity['photo.card.back'], identity['photo.hand']];
  for (const [at, slot] of slots.entries())
    await page.getByLabel(slot, { exact: true }).setInputFiles(await photoFile(`${at}.jpg`, ['#933', '#393', '#339'][at] ?? ''));
  await expect.poll(() => page.locator('.photo-mark').count(), PATIENT).toBe(3);
  await page.getByRole('button', { name: identity.send, exact: true }).tap();
  await page.getByText(identity['state.waiting'], { exact: true }).waitFor(PATIENT);

  const id = /^(\d+) user /.exec(await operator('identities'))?.[1] ?? '';
  const shown = await operator('identity', id);
  expect(shown).toContain('Ada Byron, born 1990-12-10, of GB');
  const [link = ''] = /http:\S+$/m.exec(shown) ?? [];
  const photo = await fetch(link);
  expect(photo.headers.get('content-disposition')).toContain('attachment');
  const { width, format } = await sharp(await photo.arrayBuffer()).metadata();
  expect([width, format]).toEqual([1_440, 'jpeg']);
  await operator('reject-identity', id, '--reason', 'The back is blurred');
  await page.getByText('Not accepted: The back is blurred').waitFor(PATIENT);

  await page.getByLabel(`Replace: ${identity['photo.card.back']}`).setInputFiles(await photoFile('4.jpg', '#993'));
  await expect.poll(() => page.locator('.photo-mark').count(), PATIENT).toBe(3);
  await page.getByRole('button', { name: identity['send-again'], exact: true }).tap();
  await page.getByText(identity['state.waiting'], { exact: true }).waitFor(PATIENT);
  const second = /^(\d+) user /.exec(await operator('identities'))?.[1] ?? '';
  expect(second).not.toBe(id);
  // Somewhere else meanwhile: it is told there, and leads back.
  await page.getByRole('button', { name: 'Back' }).tap();
  await page.locator('[data-user]').waitFor(PATIENT);
  await operator('approve-identity', second, '--reason', 'as on the card');
  await page.getByRole('link', { name: new RegExp(`${account.identity}.*${account['identity.verified']}`) }).waitFor(PATIENT);
  await page.getByRole('button', { name: /^View/ }).tap(PATIENT);
  await page.getByText(identity['state.verified.detail']).waitFor(PATIENT);
  expect(faults).toEqual([]);
  await context.close();
});
