/** The reminder of a session: when it tells what, over a page that is loaded anew, in several pages, and to whom. */
import { screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { LIMIT_KINDS } from '#domain/own-limits.ts';
import { followReminder } from '#ui/security/session-reminder.ts';
import { user } from '#ui/state/user.ts';
import { demoUser, type FakeServer, OFFLINE, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { toasts } from '../support/toasts.ts';

const MINUTE_MS = 60_000;
const LOCK = 'outcry reminder';
const protection = (remind: number) => ({
  ...{ frozen: '0', by: '', since: 0, liftable: 0 },
  limits: LIMIT_KINDS.map((kind) => ({ kind, value: '', next: '', from: 0, used: '', turns: 0 })),
  ...{ locked: 0, pause: 0, excluded: 0, remind, withdrawals: 0 },
});
const told = (minutes: number) => `You have been here for ${minutes} minutes. Time for a break?`;

let server: FakeServer;
let app: OpenApp | undefined;
beforeEach(() => {
  server = startFakeServer();
  server.on('/api/user/info', () => realUser);
  server.on('/api/user/protection', () => protection(15));
  server.on('/api/user/security', () => ({ factor: '0', codes: 0, passkeys: [], passkey: '0', nickname: '', word: '' }));
  server.on('/api/user/sessions', () => []);
});
afterEach(async () => {
  // What was said goes away by the clock that it was said by.
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  user.value = null;
  followReminder();
  seen(true);
  await expect.poll(held).toBe(false);
  await expect.poll(toasts).toBe('');
  app?.close();
  server.stop();
});

/** Locks of the browser take real time, whatever clock a test has. */
const held = async () => ((await navigator.locks.query()).held ?? []).some(({ name }) => name === LOCK);
const waiting = async () => ((await navigator.locks.query()).pending ?? []).some(({ name }) => name === LOCK);
/** Whether the page is looked at. */
function seen(isSeen: boolean): void {
  if (isSeen) Reflect.deleteProperty(document, 'hidden');
  else Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });
/** A person who came and was last seen so many minutes ago. */
function cameBefore(minutes: number, { seenBefore = 0, toldAt = 0, uid = realUser.uid } = {}): void {
  const now = Date.now();
  const times = [now - minutes * MINUTE_MS, now - seenBefore * MINUTE_MS, toldAt * MINUTE_MS];
  localStorage.setItem('visit', [uid, ...times].join(' '));
}
async function openHome(): Promise<void> {
  app = await openApp('/', { token: 'real-token' });
  stopClock();
}
/** As the page does with whoever is here, until this page is the one that counts. */
async function follow(): Promise<void> {
  followReminder();
  await expect.poll(held).toBe(true);
}

it('D9.239 the reminder that is chosen says after its time how long one has been here, and not to the next person', async () => {
  server.on('/api/user/protection', () => protection(0));
  app = await openApp('/mine/system', { token: 'real-token' });
  server.on('/api/user/session_reminder', () => null);
  await userEvent.click(await screen.findByRole('button', { name: /^Reminder/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Reminder' }));
  await userEvent.selectOptions(sheet.getByLabelText('Reminder'), '15');
  stopClock();
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await expect.poll(held).toBe(true);
  expect(server.asked.filter(({ path }) => path === '/api/user/session_reminder').map(({ body }) => body)).toEqual([{ minutes: '15' }]);
  vi.advanceTimersByTime(15 * MINUTE_MS - 1);
  expect(toasts()).not.toContain('You have been here');
  vi.advanceTimersByTime(1);
  await expect.poll(toasts).toContain(told(15));
  user.value = { ...realUser, uid: '99999999' };
  vi.advanceTimersByTime(15 * MINUTE_MS);
  await expect.poll(held).toBe(false);
  await expect.poll(toasts).toBe('');
});

describe('D9.316 the reminder of a visit', () => {
  it('goes on over a page that is loaded anew, and tells once an interval', async () => {
    await openHome();
    cameBefore(14);
    await follow();
    vi.advanceTimersByTime(MINUTE_MS);
    await expect.poll(toasts).toContain(told(15));
    vi.advanceTimersByTime(14 * MINUTE_MS);
    await expect.poll(toasts).toBe('');
    vi.advanceTimersByTime(MINUTE_MS);
    await expect.poll(toasts).toContain(told(30));
  });

  it.each([
    ['who was away for over half an hour', { seenBefore: 31 }],
    ['another person', { uid: '12345678' }],
    ['a clock that was set back', { seenBefore: -2 }],
  ])('begins anew for %s', async (_who, past) => {
    await openHome();
    cameBefore(44, past);
    await follow();
    vi.advanceTimersByTime(14 * MINUTE_MS);
    expect(toasts()).toBe('');
    vi.advanceTimersByTime(MINUTE_MS);
    await expect.poll(toasts).toContain(told(15));
  });

  it('of several pages that are looked at one tells, and the next goes on from there', async () => {
    await openHome();
    cameBefore(14);
    let close: () => void = () => undefined;
    const other = navigator.locks.request(LOCK, () => new Promise<void>((resolve) => (close = resolve)));
    await expect.poll(held).toBe(true);
    followReminder();
    await expect.poll(waiting).toBe(true);
    vi.advanceTimersByTime(2 * MINUTE_MS);
    // As the other page leaves it.
    cameBefore(16, { toldAt: 15 });
    close();
    await other;
    await expect.poll(waiting).toBe(false);
    vi.advanceTimersByTime(13 * MINUTE_MS);
    expect(toasts()).toBe('');
    vi.advanceTimersByTime(MINUTE_MS);
    await expect.poll(toasts).toContain(told(30));
  });

  it('waits while nobody looks at the page, and says then how long it has been', async () => {
    await openHome();
    cameBefore(10);
    await follow();
    seen(false);
    await expect.poll(held).toBe(false);
    vi.advanceTimersByTime(12 * MINUTE_MS);
    expect(toasts()).toBe('');
    seen(true);
    await expect.poll(toasts).toContain(told(22));
  });

  it('D9.452 ends where another page was told to remind never, and begins again where that one was told to', async () => {
    await openHome();
    cameBefore(10);
    await follow();
    expect(localStorage.getItem('standing')).toBe(`${realUser.uid} 0 0 0 15`);
    const elsewhere = (remind: number) => {
      server.on('/api/user/protection', () => protection(remind));
      dispatchEvent(new StorageEvent('storage', { key: 'standing' }));
    };
    elsewhere(0);
    await expect.poll(held).toBe(false);
    elsewhere(15);
    await expect.poll(held).toBe(true);
    vi.advanceTimersByTime(5 * MINUTE_MS);
    await expect.poll(toasts).toContain(told(15));
  });

  it('asks again where the answer did not come, and asks nothing for play money', async () => {
    const asked = () => server.asked.filter(({ path }) => path === '/api/user/protection').length;
    server.on('/api/user/protection', () => OFFLINE);
    await openHome();
    cameBefore(14);
    followReminder();
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        return asked();
      })
      .toBeGreaterThan(2);
    server.on('/api/user/protection', () => protection(15));
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        return toasts();
      })
      .toMatch(/You have been here for 1[56] minutes/);
    const before = asked();
    user.value = demoUser;
    followReminder();
    await expect.poll(held).toBe(false);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(asked()).toBe(before);
  });
});
