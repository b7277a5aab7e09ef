/** /mine/system in the whole app, with a fake server whose answers about a person a test changes as it goes. */
import { screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { problemsOf } from '../support/axe.ts';
import { type FakeServer, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';
import { sheetIsFull } from '../support/sheet-is-full.ts';

const AT = Date.UTC(2026, 2, 4, 10);
export const PASSKEY = { id: 3, name: 'My phone', created: AT, used: 0 };
export const NOTHING_SET = { factor: '0', codes: 0, passkeys: [] as (typeof PASSKEY)[], passkey: '1', nickname: '', word: '' };
const HERE = { id: 'a'.repeat(32), agent: 'Chrome, Android', network: '198.51.100.0/24', via: 'password', first: AT, last: AT, mine: '1' };
export const THERE = { ...HERE, id: 'b'.repeat(32), agent: 'Firefox, Windows', network: '2001:db8:77::/48', mine: '0' };
export const LOGIN = { id: 1, at: AT, entered: '1', via: 'password', agent: 'Chrome, Android', network: '198.51.100.0/24', fresh: '1' };

/** `own`, `sessions`, `logins`: what the server says of the person from now on. */
type SecurityStage = {
  server: FakeServer;
  app: OpenApp;
  own: typeof NOTHING_SET;
  sessions: (typeof HERE)[];
  logins: (typeof LOGIN)[];
};

/** Sets the stage before each test of a file and clears it after each. */
export function securityStage(): SecurityStage {
  const stage = {} as SecurityStage;
  beforeEach(async () => {
    await needTexts('security');
    const server = startFakeServer();
    Object.assign(stage, { server, own: { ...NOTHING_SET }, sessions: [HERE, THERE], logins: [LOGIN] });
    server.on('/api/user/info', ({ token }) => ({ ...realUser, is_demo: token === 'demo-token' ? 1 : 0, two_factor: stage.own.factor }));
    server.on('/api/user/security', () => stage.own);
    server.on('/api/user/sessions', () => stage.sessions);
    server.on('/api/user/login_history', () => stage.logins);
  });
  afterEach(() => {
    stage.app.close();
    stage.server.stop();
    vi.restoreAllMocks();
    document.documentElement.dataset.theme = 'light';
  });
  return stage;
}

export async function openSecurity(stage: SecurityStage, token = 'real-token'): Promise<void> {
  stage.app = await openApp('/mine/system', { token });
  await screen.findByRole('heading', { name: 'Security and devices' });
}

/** How each thing stands, by its name. */
export const standing = (): Record<string, string> =>
  Object.fromEntries(
    [...document.querySelectorAll('.security-row')].map((row) =>
      [...row.querySelectorAll('.security-row-name, .security-row-value')].map((part) => part.textContent ?? ''),
    ),
  );
/** Presses a row. */
export const tap = async (name: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
  await sheetIsFull();
};
export const sheet = (): HTMLElement => document.querySelector('dialog[open]') as HTMLElement;
/** Presses a button of the open sheet. */
export const pressIn = async (name: string): Promise<void> => userEvent.click(await within(sheet()).findByRole('button', { name }));

/** Nothing that axe finds, in either theme. */
export async function isReadable({ app }: SecurityStage): Promise<void> {
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.theme = theme;
    expect(await problemsOf(document.querySelector('dialog[open]') ?? app.root)).toEqual([]);
  }
}
