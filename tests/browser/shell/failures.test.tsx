import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { categories } from '#rest/forex.ts';
import { INTENTS_KEY } from '#rest/intents.ts';
import { cancelOrder } from '#rest/orders.ts';
import { createDemo, login } from '#rest/user.ts';
import { request } from '#ui/requests/request.ts';
import { isOffline } from '#ui/state/link.ts';
import { type FakeServer, OFFLINE, Refusal, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';

let server: FakeServer;
let app: OpenApp;
beforeEach(async () => {
  server = startFakeServer();
  // A page that asks for no categories itself: equal reads would take each other's place.
  app = await openApp('/login');
});
afterEach(() => {
  isOffline.value = false;
  app.close();
  server.stop();
});

describe('a call that fails', () => {
  it('S1-8.01 any code but 1 rejects the call and shows msg as a toast', async () => {
    server.on('/v2/api/forex/getCategories', () => new Refusal(1001, 'name: at most 40 letters'));
    await expect(categories(request)).rejects.toMatchObject({ code: 1001 });
    await expect.poll(toasts).toContain('name: at most 40 letters');
  });

  it('D9.370 words that name a field of the wire and what it takes are the page’s own', async () => {
    const raw = new Refusal(1001, 'to non est valida: an e-mail address', { field: 'to', value: 'x', allowed: 'an e-mail address' });
    server.on('/v2/api/forex/getCategories', () => raw);
    await expect(categories(request)).rejects.toMatchObject({ code: 1001, data: { field: 'to' } });
    await expect.poll(toasts).toContain('This entry is not accepted. Please check it.');
    expect(toasts()).not.toContain('non est valida');
    server.on('/v2/api/forex/getCategories', () => new Refusal(1001, 'Too easy to guess', { field: 'to', value: '', allowed: 'another' }));
    await expect(categories(request)).rejects.toMatchObject({ code: 1001 });
    await expect.poll(toasts).toContain('Too easy to guess');
  });

  it('S1-8.01 is silent where the call turns the toast off', async () => {
    server.on('/v2/api/forex/getCategories', () => new Refusal(1001, 'never seen'));
    await expect(categories(request, { silent: true })).rejects.toMatchObject({ code: 1001 });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(toasts()).not.toContain('never seen');
  });

  it('S1-8.05 a dead network shows a toast with the code', async () => {
    server.on('/v2/api/forex/getCategories', () => OFFLINE);
    await expect(categories(request, { attempts: 1 })).rejects.toMatchObject({ code: 'ERR_NETWORK' });
    await expect.poll(toasts).toContain('ERR_NETWORK');
  });

  it('D9.258 offline nothing is sent, and that is what is said: of a change, of a money call, whose key is not kept, and of a read', async () => {
    app.close();
    app = await openApp('/login', { token: 'demo-token' });
    isOffline.value = true;
    const asked = server.asked.length;
    await expect(login(request, { account: 'a@b.c', password: 'right', login_type: 'email' })).rejects.toMatchObject({
      code: 'ERR_OFFLINE',
    });
    await expect(cancelOrder(request, 7)).rejects.toMatchObject({ code: 'ERR_OFFLINE' });
    expect([server.asked.slice(asked).filter(({ path }) => /login|cancel/i.test(path)), localStorage.getItem(INTENTS_KEY)]).toEqual([
      [],
      null,
    ]);
    server.on('/v2/api/forex/getCategories', () => OFFLINE);
    await expect(categories(request)).rejects.toMatchObject({ code: 'ERR_OFFLINE' });
    await expect.poll(toasts).toContain('You are offline. Nothing was sent.');
    expect(toasts()).not.toContain('ERR_');
  });

  it('D9.258 a change that was on its way when the network went is not said to be unsent', async () => {
    server.on('/api/user/createAccountDemoForU', () => {
      isOffline.value = true;
      return OFFLINE;
    });
    await expect(createDemo(request, {})).rejects.toMatchObject({ code: 'ERR_NETWORK' });
  });

  it('shows a moving line while a call that asks for it is under way, and takes it away with the reply', async () => {
    let answer: (value: unknown) => void = () => undefined;
    server.on('/v2/api/forex/getCategories', () => new Promise((resolve) => (answer = resolve)));
    const call = categories(request, { loading: true });
    await screen.findByRole('progressbar', { name: 'Loading' });
    answer([]);
    await call;
    await expect.poll(() => screen.queryByRole('progressbar')).toBeNull();
  });
});
