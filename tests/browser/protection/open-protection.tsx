/** How people protect themselves, in the whole app: a fake server that says how it stands with them, and presses under /mine/system. */
import { screen, within } from '@testing-library/preact';
import { afterEach, beforeEach } from 'vitest';
import { userEvent } from 'vitest/browser';
import { LIMIT_KINDS } from '#domain/own-limits.ts';
import type { ProtectionReply } from '#protocol/rest/protection.ts';
import type { SecurityReply } from '#protocol/rest/security.ts';
import { type Asked, type FakeServer, realUser, startFakeServer } from '../support/fake-server.ts';
import { type OpenApp, openApp } from '../support/open-app.tsx';

export const SECURITY: SecurityReply = { factor: '0', codes: 0, passkeys: [], passkey: '0', nickname: '', word: '' };
/** Somebody who has set nothing, and whom nothing keeps from trading. */
export const FREE: ProtectionReply = {
  ...{ frozen: '0', by: '', since: 0, liftable: 0 },
  limits: LIMIT_KINDS.map((kind) => ({ kind, value: '', next: '', from: 0, used: '', turns: 0 })),
  ...{ locked: 0, pause: 0, excluded: 0, remind: 0, withdrawals: 0, changed: '' },
};
export const LATER = Date.UTC(2031, 4, 6, 7, 8);

type ProtectionStage = { server: FakeServer; app: OpenApp | undefined };

/** Sets the stage before each test of a file and clears it after each. */
export function protectionStage(): ProtectionStage {
  const stage = {} as ProtectionStage;
  beforeEach(() => {
    stage.server = startFakeServer();
    stage.server.on('/api/user/info', () => realUser);
    stage.server.on('/api/user/security', () => SECURITY);
    stage.server.on('/api/user/sessions', () => []);
  });
  afterEach(() => {
    stage.app?.close();
    stage.server.stop();
  });
  return stage;
}

/** Opens the app at an address, for somebody with whom it stands as `state` says. */
export async function openAs(stage: ProtectionStage, address: string, state: Partial<ProtectionReply> = {}): Promise<OpenApp> {
  stage.server.on('/api/user/protection', () => ({ ...FREE, ...state }));
  stage.app = await openApp(address, { token: 'real-token' });
  return stage.app;
}

/** Opens /mine/system, and waits until what protects stands there. */
export async function openProtection(stage: ProtectionStage, state: Partial<ProtectionReply> = {}): Promise<OpenApp> {
  const app = await openAs(stage, '/mine/system', state);
  await screen.findByRole('region', { name: 'Limits' });
  return app;
}

/** Presses a row, and gives what its sheet holds. */
export async function openSheet(row: RegExp, name: string) {
  await userEvent.click(screen.getByRole('button', { name: row }));
  return within(await screen.findByRole('dialog', { name }));
}

/** Presses a button once it is there: what a sheet asks may depend on what is read first. */
export const press = async (name: string | RegExp, where: Pick<typeof screen, 'findByRole'> = screen): Promise<void> =>
  userEvent.click(await where.findByRole('button', { name }));
/** Answers the question that is asked. */
export const answer = async (name: string): Promise<void> =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
/** What was sent to a path. */
export const calls = (stage: ProtectionStage, path: string): Asked[] => stage.server.asked.filter((call) => call.path === path);
