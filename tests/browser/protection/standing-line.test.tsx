/** What keeps a person from trading, as the heads of Home and Account say it. */
import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMIT_KINDS } from '#domain/own-limits.ts';
import type { ProtectionReply } from '#protocol/rest/protection.ts';
import { followReminder } from '#ui/security/session-reminder.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

const FREE: ProtectionReply = {
  ...{ frozen: '0', by: '', since: 0, liftable: 0 },
  limits: LIMIT_KINDS.map((kind) => ({ kind, value: '', next: '', from: 0, used: '' })),
  ...{ locked: 0, pause: 0, excluded: 0, remind: 0, withdrawals: 0 },
};
const LATER = Date.UTC(2031, 4, 6, 7, 8);

let server: FakeServer;
let app: OpenApp | undefined;
beforeEach(() => {
  server = startFakeServer();
  server.on('/api/user/info', () => realUser);
});
afterEach(() => {
  app?.close();
  server.stop();
});

describe('D9.400 what keeps a person from trading', () => {
  it.each(['/', '/user'])('is said at the head of %s, with the way to where it is set', async (address) => {
    server.on('/api/user/protection', () => ({ ...FREE, excluded: LATER }));
    app = await openApp(address, { token: 'real-token' });
    followReminder();
    await screen.findByText('You have excluded yourself from trading until 2031-05-06 07:08.');
    expect(screen.getByRole('link', { name: 'More' }).getAttribute('href')).toBe('#/mine/system');
    expect(await problemsOf(app.root)).toEqual([]);
    user.value = null;
    followReminder();
    await expect.poll(() => screen.queryByText(/You have excluded yourself/)).toBeNull();
  });
});
