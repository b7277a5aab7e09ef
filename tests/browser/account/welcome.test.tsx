/** How somebody who has just registered is received (D9.444), and what Account says where there is nothing at all. */
import { screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { orderFromWire } from '#protocol/order-wire.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { keptHead, putPageHead } from '#ui/security/page-head.ts';
import { openOrders } from '#ui/state/orders.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { balanceRow, demoUser, type FakeServer, Refusal, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { sizeOf } from '../support/size.ts';
import { toasts } from '../support/toasts.ts';
import { order } from '../trade/fake-market.ts';

let server: FakeServer;
let app: OpenApp;
beforeEach(async () => {
  server = startFakeServer();
  server.on('/api/basicSet/getBasicInfo', () => ({ is_mock_login: '1', is_real_name_auth: '1' }));
  await needTexts('security');
});
afterEach(() => {
  app.close();
  server.stop();
  openOrders.value = undefined;
  document.documentElement.dataset.theme = 'light';
});

const NAME = 'Your account is open';
const card = async () => within(await screen.findByRole('region', { name: NAME }));
/** As the registration leaves them. */
async function openNew(address: string): Promise<void> {
  app = await openApp(address, { token: 'real-token' });
  putPageHead(realUser.uid, { isNew: true, hadDemo: false });
}

describe('who has just registered', () => {
  it.each(['/', '/user'])('reads at the head of %s how to go on', async (address) => {
    await openNew(address);
    const steps = await card();
    const links = ['Verify your identity', 'Protect your account'].map((name) => steps.getByRole('link', { name: new RegExp(name) }));
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['#/mine/auth', '#/mine/system']);
    const play = steps.getByRole('button', { name: /^Practise/ });
    expect(play.textContent).toContain('10,000 USD of play money');
    expect([...links, play].every((step) => sizeOf(step).height >= 44)).toBe(true);
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme;
      expect(await problemsOf(app.root)).toEqual([]);
    }
  });

  it('can put the card away, for good', async () => {
    await openNew('/');
    await userEvent.click((await card()).getByRole('button', { name: 'Put this away' }));
    await expect.poll(() => screen.queryByRole('region', { name: NAME })).toBeNull();
    expect([keptHead.value, localStorage.getItem('head')]).toEqual([undefined, null]);
  });

  it('enters play money by it, and finds the rest of the steps in their own account', async () => {
    server.on('/api/user/own_demo', () => ({ token: 'demo-token', user: demoUser }));
    await openNew('/');
    await userEvent.click((await card()).getByRole('button', { name: /^Practise/ }));
    await expect.poll(() => user.value?.is_demo).toBe(1);
    await expect.poll(() => screen.queryByRole('region', { name: NAME })).toBeNull();
    user.value = realUser;
    const done = (await card()).getByRole('button', { name: /^Practise/ });
    expect(done.textContent).toContain('Done');
    // The rest is done elsewhere, and the card goes by itself.
    user.value = { ...realUser, two_factor: '1', real_status: 1 };
    await expect.poll(() => screen.queryByRole('region', { name: NAME })).toBeNull();
    expect(localStorage.getItem('head')).toBeNull();
  });

  it('reads why play money cannot be had, and keeps the card', async () => {
    server.on('/api/user/own_demo', () => new Refusal(1008, 'This feature is switched off'));
    await openNew('/');
    await userEvent.click((await card()).getByRole('button', { name: /^Practise/ }));
    await expect.poll(toasts).toContain('This feature is switched off');
    await card();
  });

  it('is offered no step that the site does not have; somebody else reads nothing of it', async () => {
    server.on('/api/basicSet/getBasicInfo', () => ({}));
    await openNew('/');
    const steps = await card();
    expect(steps.getAllByRole('listitem').map((step) => step.querySelector('b')?.textContent)).toEqual(['Protect your account']);
    user.value = { ...realUser, uid: 'other' };
    await expect.poll(() => screen.queryByRole('region', { name: NAME })).toBeNull();
  });
});

describe('an account with nothing in it', () => {
  const figures = () => app.root.querySelectorAll('[aria-label="Total assets"] dd').length;

  it('says so in place of ten zeros, and shows all figures once there is something', async () => {
    server.on('/v2/api/main/wallet/getBalance', () => (['forex', 'micro', 'change'] as const).map((type) => balanceRow(type, '0')));
    app = await openApp('/user', { token: 'real-token' });
    await screen.findByText('There is nothing in it yet.');
    expect(figures()).toBe(0);
    openOrders.value = [orderFromWire(order({}))];
    await expect.poll(figures).toBeGreaterThan(5);
    app.close();
    server.on('/v2/api/main/wallet/getBalance', () => [balanceRow('forex', '0.01'), balanceRow('micro', '0'), balanceRow('change', '0')]);
    openOrders.value = undefined;
    app = await openApp('/user', { token: 'real-token' });
    await expect.poll(figures).toBeGreaterThan(5);
    expect(screen.queryByText('There is nothing in it yet.')).toBeNull();
  });
});

it('D9.446 a logout speaks of positions only to who may have some', async () => {
  app = await openApp('/user', { token: 'real-token' });
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    return screen.findByRole('alertdialog');
  };
  expect((await ask()).textContent).toContain('Open positions stay open.');
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
  openOrders.value = [];
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect((await ask()).textContent).not.toContain('positions');
});
