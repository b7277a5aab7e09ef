import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, OFFLINE, Refusal, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { field, fill, lastCall, press, problemAt } from './open-door.ts';

const CAPTCHA = '/api/default/captcha';
const PUZZLE = '/api/default/puzzle';
const REGISTER = '/api/user/register';
const LABEL = 'Characters in the picture';
const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let server: FakeServer;
let app: OpenApp;
beforeEach(async () => {
  server = startFakeServer();
  let given = 0;
  server.on(CAPTCHA, () => ({ id: `picture-${++given}`, b64s: PNG }));
  server.on(PUZZLE, () => ({ id: `puzzle-${++given}`, salt: 'c2FsdA', bits: 8 }));
  server.on(REGISTER, ({ body }) =>
    body.sms_code === 'x7k2p' || body.key?.startsWith('puzzle')
      ? { token: 'real-token', user: realUser }
      : new Refusal(1012, 'The characters are wrong', { field: 'sms_code' }),
  );
  app = await openApp('/register');
  putSite({ is_register_email: '1', verify_reg_type: '2' });
  await screen.findByLabelText(LABEL);
});
afterEach(() => {
  app.close();
  server.stop();
});

const source = () => app.root.querySelector<HTMLImageElement>('.human-check-picture img')?.src;
const shown = () => server.count(CAPTCHA);
const fillRest = () => fill({ 'E-mail': 'ann@example.com', Password: 'a fine day 42', 'Repeat password': 'a fine day 42' });

describe('S1-5.12 D1.7.02 the picture in place of a sent code', () => {
  it('is another one at a tap and after each failure, and its key goes out with what was read', async () => {
    await expect.poll(source).toBe(PNG);
    expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull();
    await fill({ [LABEL]: 'half' });
    await press('Another picture');
    await expect.poll(shown).toBe(2);
    expect(field(LABEL).value).toBe('');
    await fillRest();
    await fill({ [LABEL]: 'wrong' });
    await press('Register');
    await expect.poll(() => problemAt(LABEL)).toBe('The characters are wrong');
    expect([lastCall(server, REGISTER)?.body.key, shown(), field(LABEL).value]).toEqual(['picture-2', 3, '']);
    await fill({ [LABEL]: 'x7k2p' });
    await press('Register');
    await expect.poll(() => location.hash).toBe('#/');
    expect(lastCall(server, REGISTER)?.body).toMatchObject({ key: 'picture-3', sms_code: 'x7k2p' });
  });

  it('must be answered: nothing is sent without', async () => {
    await fillRest();
    await press('Register');
    await expect.poll(() => problemAt(LABEL)).toBe('Please complete');
    expect(server.count(REGISTER)).toBe(0);
    expect(await problemsOf(app.root)).toEqual([]);
  });

  it('that cannot be had says so, with a way to try again; what is no picture is not shown', async () => {
    server.on(CAPTCHA, () => OFFLINE);
    await press('Another picture');
    await screen.findByText('This could not be loaded');
    server.on(CAPTCHA, () => ({ id: 'x', b64s: 'https://evil.example/track.png' }));
    await press('Retry');
    await expect.poll(() => server.count(CAPTCHA)).toBe(4);
    await screen.findByText('This could not be loaded');
    server.on(CAPTCHA, () => ({ id: 'y', b64s: PNG }));
    await press('Retry');
    await expect.poll(source).toBe(PNG);
  });
});

describe('D9.206 the puzzle, for who cannot read the picture', () => {
  it('is solved by the device, and registers without anything to type', async () => {
    await fillRest();
    await press('I cannot read the picture');
    await screen.findByText('The puzzle is solved: there is nothing to type here.');
    expect(screen.queryByLabelText(LABEL)).toBeNull();
    expect(await problemsOf(app.root)).toEqual([]);
    await press('Register');
    await expect.poll(() => location.hash).toBe('#/');
    const { key, sms_code } = lastCall(server, REGISTER)?.body ?? {};
    expect(key).toMatch(/^puzzle-/);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`c2FsdA${sms_code}`)));
    expect(hash[0]).toBe(0);
  });

  it('a harder one says that it is being worked on, holds back the registration, and gives way to a picture', async () => {
    server.on(PUZZLE, () => ({ id: 'hard', salt: 'c2FsdA', bits: 24 }));
    await fillRest();
    await press('I cannot read the picture');
    await screen.findByText(/This device is solving a puzzle/);
    await press('Register');
    await screen.findByText(/Please wait until it is done/);
    expect(server.count(REGISTER)).toBe(0);
    await press('Show a picture instead');
    await expect.poll(source).toBe(PNG);
    expect(field(LABEL).value).toBe('');
  });
});
