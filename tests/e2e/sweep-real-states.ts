/** What only a person with a real account sees: how they prove who they are, their passwords, and their identity in each of its states. */
import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright';
import sharp from 'sharp';
import account from '../../locales/en/account.json' with { type: 'json' };
import identity from '../../locales/en/identity.json' with { type: 'json' };
import register from '../../locales/en/register.json' with { type: 'json' };
import security from '../../locales/en/security.json' with { type: 'json' };
import { operate } from './operations-call.ts';
import type { Stage, State } from './sweep-states.ts';

const PERSON = { email: 'sweep@example.com', password: 'a fine day 42' };
export const PATIENT = { timeout: 20_000 };
const SYSTEM = { at: '/mine/system', has: '.security-row-value:not(:empty)' };
const IDENTITY = { at: '/mine/auth', has: 'form' };
const STANDING = { at: '/mine/auth', has: '.identity-standing' };

/** The row of /mine/system with this name: it says how the thing stands too. */
const row = (name: string) => `.security-row:has-text("${name}")`;
/** Presses the button of this name that is seen. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).locator('visible=true').first().click();
const sheetField = (page: Page, name: string) => page.locator(`dialog[open] input[name=${name}]`);
/** Waits until a field says what is wrong with it. */
export const refused = (page: Page) => page.locator('[aria-invalid="true"]').locator('visible=true').first().waitFor(PATIENT);

/** Opens a real account, by no code as the demo site has it, and enters it. */
export async function enterReal(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/register`);
  const input = (name: string) => page.locator('form').getByLabel(name, { exact: true });
  await input(account['login.email']).fill(PERSON.email);
  for (const name of [account['login.password'], register.repeat]) await input(name).fill(PERSON.password);
  await page.getByRole('button', { name: register.submit, exact: true }).click();
  await page.waitForURL((address) => !address.hash.includes('/register'), PATIENT);
}

const photo = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Sends the identity of the person of the page, as the page does, with three photos. */
async function sendIdentity(page: Page, { url }: Stage): Promise<void> {
  const authorization = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const upload = async (colour: string) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await photo(colour))], { type: 'image/jpeg' }), 'photo.jpg');
    return (await (await fetch(`${url}/api/common/image_upload`, { method: 'POST', headers: { authorization }, body })).json()).data.url;
  };
  const photos = { front_pic: await upload('#933'), reverse_pic: await upload('#393'), hand_pic: await upload('#339') };
  const details = { name: 'Ada Byron', id_type: '1', card_id: 'X-123 456', ssn: '123-45-6789', country: 'GB', birthday: '1990-12-10' };
  const body = JSON.stringify({ ...details, ...photos });
  const headers = { authorization, 'content-type': 'application/json' };
  const reply = await (await fetch(`${url}/api/user_real/real_name`, { method: 'POST', headers, body })).json();
  assert.equal(reply.code, 1, JSON.stringify(reply));
}

/** The operator decides the application that waits. */
async function decide(stage: Stage, command: 'approve-identity' | 'reject-identity'): Promise<void> {
  const [line = ''] = await operate(stage, 'identities');
  await operate(stage, command, line.split(' ')[0] ?? '');
}

/** Another device of the person: its session can be ended from here. */
async function enterElsewhere(_page: Page, { url }: Stage): Promise<void> {
  const body = new URLSearchParams({ account: PERSON.email, password: PERSON.password, login_type: 'email' });
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0' };
  await fetch(`${url}/api/user/loginForU`, { method: 'POST', headers, body });
}

async function scan(page: Page): Promise<string> {
  await sheetField(page, 'password').fill(PERSON.password);
  await press(page, security['factor.begin']);
  const text = page.locator('[data-secret]');
  await text.waitFor(PATIENT);
  return ((await text.textContent()) ?? '').replaceAll(' ', '');
}

async function setFactor(page: Page): Promise<void> {
  const secret = Secret.fromBase32(await scan(page));
  await sheetField(page, 'code').fill(TOTP.generate({ secret }));
  await press(page, security['factor.turn-on']);
  await page.locator('.security-codes li').first().waitFor(PATIENT);
}

/** A passkey of an authenticator that the browser plays. */
async function addPasskey(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
  await press(page, security['passkey.add']);
  await sheetField(page, 'password').fill(PERSON.password);
  await press(page, security['passkey.make']);
  await page.locator('dialog[open] .security-entry').waitFor(PATIENT);
}

async function choosePhotos(page: Page): Promise<void> {
  await press(page, identity['step.document']);
  await page.getByLabel(identity.document).selectOption('passport');
  await press(page, identity['step.photos']);
  const slots = [identity['photo.passport.front'], identity['photo.passport.back'], identity['photo.hand']];
  for (const [at, slot] of slots.entries()) {
    const buffer = await photo(['#933', '#393', '#339'][at] ?? '');
    await page.getByLabel(slot, { exact: true }).setInputFiles({ name: `${at}.jpg`, mimeType: 'image/jpeg', buffer });
  }
  await page.locator('.photo-mark').nth(2).waitFor(PATIENT);
}

/** Logs out and gives the password on a device that the account does not know. */
async function beginLogin(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '/mine/system';
  });
  await page.locator(row(account.logout)).locator('visible=true').click();
  await page.getByRole('alertdialog').getByRole('button', { name: account['logout.yes'], exact: true }).click();
  await page.locator('main input[name=password]').locator('visible=true').waitFor(PATIENT);
  await page.evaluate(() => localStorage.removeItem('device'));
}

async function givePassword(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: account['login.email'], exact: true }).fill(PERSON.email);
  await page.locator('main input[name=password]').locator('visible=true').fill(PERSON.password);
  await press(page, account['login.submit']);
  await page.getByRole('form', { name: security['second.title'] }).waitFor(PATIENT);
  await press(page, security['second.submit']);
  await refused(page);
}

/** In their order: each finds the person as the ones before have left them. */
export const REAL_STATES: readonly State[] = [
  // Another device is logged in before the page reads which there are.
  { name: 'account of a real person', at: '/user', has: '[data-user]', before: enterElsewhere },
  { name: 'change password', at: '/mine/password', has: 'form' },
  {
    ...{ name: 'change password with nothing filled in', at: '/mine/password', has: 'form' },
    last: (page) => press(page, register['change.submit']).then(() => refused(page)),
  },
  { name: 'fund password in a sheet', at: '/mine/password', has: 'form', press: register['pay.set-short'] },
  { name: 'fund password', at: '/mine/pay-password', has: 'form' },
  {
    ...{ name: 'fund password with nothing filled in', at: '/mine/pay-password', has: 'form' },
    last: (page) => press(page, register['pay.submit']).then(() => refused(page)),
  },
  { name: 'security and devices', ...SYSTEM },
  { name: 'nickname', ...SYSTEM, opens: row(security.nickname) },
  {
    ...{ name: 'word in letters refused', ...SYSTEM, opens: row(security.word) },
    last: async (page) => {
      await sheetField(page, 'name').fill('a\u202eb');
      await press(page, security.save);
      await refused(page);
    },
  },
  { name: 'another e-mail address', ...SYSTEM, opens: row(security.email), sheet: 'form' },
  {
    ...{ name: 'a first phone number with nothing filled in', ...SYSTEM, opens: row(security.phone), sheet: 'form select:enabled' },
    last: (page) => press(page, security.save).then(() => refused(page)),
  },
  { name: 'inviting others', at: '/mine/invite', has: '.qr-picture' },
  { name: 'devices', ...SYSTEM, opens: row(security.devices), sheet: '.security-entry button' },
  { name: 'login history', ...SYSTEM, opens: row(security.history), sheet: '.security-entry' },
  { name: 'no passkey', ...SYSTEM, opens: row(security.passkeys) },
  { name: 'a passkey', ...SYSTEM, opens: row(security.passkeys), last: addPasskey },
  {
    ...{ name: 'remove a passkey', ...SYSTEM, opens: row(security.passkeys), sheet: '.security-entry' },
    last: async (page) => {
      await press(page, 'Remove Chrome, Linux');
      await press(page, security['passkey.remove']);
      await refused(page);
    },
  },
  { name: 'second factor', ...SYSTEM, opens: row(security.factor) },
  { name: 'second factor to scan', ...SYSTEM, opens: row(security.factor), last: async (page) => void (await scan(page)) },
  { name: 'recovery codes', ...SYSTEM, opens: row(security.factor), last: setFactor },
  {
    ...{ name: 'second factor that is set', ...SYSTEM, opens: row(security.factor), sheet: 'input[name=factor]' },
    // Codes that nobody said to have kept are not let go of.
    before: (page) => press(page, security['recovery.kept']),
  },
  { name: 'change password with a second factor', at: '/mine/password', has: 'input[name=factor]' },
  { name: 'question before logging out', ...SYSTEM, opens: row(account.logout) },
  { name: 'identity', ...IDENTITY },
  { name: 'identity with nothing filled in', ...IDENTITY, last: (page) => press(page, identity['step.next']).then(() => refused(page)) },
  {
    ...{ name: 'identity without a document', ...IDENTITY },
    last: (page) =>
      press(page, identity['step.document'])
        .then(() => press(page, identity['step.next']))
        .then(() => refused(page)),
  },
  { name: 'identity with photos', ...IDENTITY, last: choosePhotos },
  { name: 'identity that waits', ...STANDING, before: sendIdentity },
  {
    ...{ name: 'identity that was rejected', ...IDENTITY },
    before: (_page, stage) => decide(stage, 'reject-identity'),
    last: (page) => page.getByRole('button', { name: identity['send-again'], exact: true }).waitFor(PATIENT),
  },
  {
    ...{ name: 'identity that is verified', ...STANDING },
    before: async (page, stage) => {
      await sendIdentity(page, stage);
      await decide(stage, 'approve-identity');
    },
    last: (page) => page.locator('.identity-standing[data-state=verified]').waitFor(PATIENT),
  },
  {
    ...{ name: 'second step of a login', at: '/login?from=%2Fmine%2Fsystem', has: 'input[name=password]' },
    ...{ before: beginLogin, last: givePassword },
  },
];
