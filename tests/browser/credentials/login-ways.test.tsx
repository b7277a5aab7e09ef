import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { sessionNumber } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, OFFLINE, Refusal, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { field, fill, lastCall, press, problemAt } from './open-door.ts';

let server: FakeServer;
let app: OpenApp;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(() => {
  app.close();
  server.stop();
});

const LOGIN = '/api/user/loginForU';
const open = async (flags: Record<string, string>, address = '/login') => {
  app = await openApp(address);
  putSite(flags);
  await screen.findByRole('button', { name: 'Log in' });
};
const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.textContent);
const BOTH = { is_register_email: '1', is_register_phone: '1', is_mock_login: '1' };

describe('the ways to log in', () => {
  it('S1-2.115 D1.5.03 are tabs where the site takes both, else the one that it takes; with both flags off it is e-mail', async () => {
    await open(BOTH);
    await expect.poll(tabs).toEqual(['E-mail', 'Phone']);
    putSite({ is_register_phone: '1' });
    await screen.findByRole('textbox', { name: 'Phone' });
    expect([tabs(), screen.queryByRole('textbox', { name: 'E-mail' })]).toEqual([[], null]);
    for (const flags of [{ is_register_email: '1' }, {}]) {
      putSite(flags);
      await screen.findByRole('textbox', { name: 'E-mail' });
      expect([tabs(), screen.queryByRole('textbox', { name: 'Phone' })]).toEqual([[], null]);
    }
  });

  it('S1-5.01 each tab asks for its own field, and nothing is sent', async () => {
    await open(BOTH);
    await press('Log in');
    await expect.poll(() => problemAt('E-mail')).toBe('input e-mail');
    await userEvent.click(screen.getByRole('tab', { name: 'Phone' }));
    await press('Log in');
    await expect.poll(() => problemAt('Phone')).toBe('input phone');
    expect([problemAt('Password'), server.count(LOGIN)]).toEqual(['input password', 0]);
    await expect.poll(() => document.activeElement).toBe(field('Phone'));
    expect(await problemsOf(app.root)).toEqual([]);
  });

  it('S1-5.03 a number goes out behind the prefix: +001 until another area is chosen, and without the areas too', async () => {
    server.on('/api/default/area_list', () => OFFLINE);
    // Forgets the areas of the tests before.
    sessionNumber.value++;
    await open({ is_register_phone: '1' });
    await fill({ Phone: '(555) 123-4567', Password: 'wrong' });
    await press('Log in');
    await expect.poll(() => lastCall(server, LOGIN)?.body.account).toBe('+0015551234567');
    await expect.poll(() => problemAt('Password')).toBe('The phone number or the password is wrong');
    // Given up after some tries: the next one is the person's.
    await expect.poll(() => screen.queryByRole('button', { name: 'Load area codes' }), { timeout: 20_000 }).not.toBeNull();
    server.on('/api/default/area_list', () => [{ id: 61, code: 'DE', global_code: '+049', name: 'Germany' }]);
    await press('Load area codes');
    await expect.poll(() => field('Area code').value).toBe('61');
    await fill({ Password: 'right' });
    await press('Log in');
    await expect.poll(() => lastCall(server, LOGIN)?.body).toEqual({ account: '+0495551234567', password: 'right', login_type: 'phone' });
  });

  it('an area is chosen by the country’s name, and its prefix shown', async () => {
    await open({ is_register_phone: '1' });
    const prefix = () => app.root.querySelector('[data-prefix]')?.textContent;
    await expect
      .poll(() => [...field('Area code').querySelectorAll('option')].map((option) => option.textContent))
      .toEqual(['Canada +1', 'Germany +49', 'United States +1']);
    expect([prefix(), field('Area code').querySelector(':checked')?.textContent]).toEqual(['+1', 'United States +1']);
    await userEvent.selectOptions(field('Area code'), '61');
    await expect.poll(prefix).toBe('+49');
  });

  it('S1-2.116 S1-2.118 leads to registering and to a new password, from where one comes back to the same place', async () => {
    await open(BOTH, '/login?from=%2Fuser');
    const hrefs = () => ['Register', 'Forgot password?'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(hrefs()).toEqual(['#/register?from=%2Fuser', '#/forgot?from=%2Fuser']);
    screen.getByRole('button', { name: 'Try a demo account' });
    putSite({});
    await expect.poll(() => screen.queryByRole('button', { name: 'Try a demo account' })).toBeNull();
  });

  it('S1-1.16 D1.1.01 says once to visitors in which five countries there is no service', async () => {
    await open(BOTH);
    const bar = () => screen.queryByText(/not offered to residents of/)?.textContent;
    expect(bar()).toBe('Our services are not offered to residents of North Korea, Israel, China, Vanuatu, and Cuba.');
    await press('Dismiss this notice');
    await expect.poll(bar).toBeUndefined();
    location.hash = '#/register';
    await screen.findByRole('button', { name: 'Register' });
    expect(screen.queryByRole('button', { name: 'Dismiss this notice' })).toBeNull();
  });

  it('what was refused goes as soon as something else is typed', async () => {
    await open({ is_register_email: '1' });
    server.on(LOGIN, () => new Refusal(1003, 'Wait'));
    await fill({ 'E-mail': 'ann@example.com', Password: 'x' });
    await press('Log in');
    await screen.findByText('Too many tries. Please wait a moment.');
    await fill({ 'E-mail': 'bob@example.com' });
    await expect.poll(() => screen.queryByText('Too many tries. Please wait a moment.')).toBeNull();
  });
});
