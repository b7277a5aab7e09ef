/** What people of the demo server got by mail and as short messages, and the calls of registering from any network. */
import type { Envelope } from '#protocol/errors.ts';
import { putSetting } from '#server/repositories/site-repository.ts';
import type { StartedApp } from '../start-app.ts';

type ShownLetter = {
  readonly id: number;
  readonly channel: string;
  readonly to: string;
  readonly template: string;
  readonly subject: string;
  readonly text: string;
  readonly state: string;
};

/** Newest first, as the operations port shows them. */
export async function lettersTo(app: StartedApp, to: string): Promise<ShownLetter[]> {
  const reply = await app.server.operations.inject(`/api/dev/outbox?to=${encodeURIComponent(to)}`);
  return (reply.json() as { letters: ShownLetter[] }).letters;
}

/** The six digits of the newest letter to an address. */
export async function codeTo(app: StartedApp, to: string): Promise<string> {
  const code = /\b\d{6}\b/.exec((await lettersTo(app, to))[0]?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`no code was sent to ${to}`);
  return code;
}

/** Another code than this one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A POST with JSON, from a network of its own where one is named. */
export async function post<T = unknown>(
  app: StartedApp,
  url: string,
  payload: object,
  { from = '203.0.113.9', token }: { from?: string; token?: string } = {},
): Promise<Envelope<T> & { status: number; headers: Record<string, unknown> }> {
  const headers = token === undefined ? {} : { authorization: token };
  const reply = await app.app.inject({ method: 'POST', url, payload, headers, remoteAddress: from });
  return { ...(reply.json() as Envelope<T>), status: reply.statusCode, headers: reply.headers };
}

export const MAIL = '/api/notify/send_email';
export const SMS = '/api/notify/send_sms';
export const PASSWORD = 'Long-enough-7';

/** A registration by e-mail, but for what differs. */
export const form = (fields: Readonly<Record<string, string>>) => ({
  ...{ type: 'email', area_id: '1', password: PASSWORD, re_password: PASSWORD },
  ...fields,
});

export async function change(app: StartedApp, settings: Readonly<Record<string, string>>): Promise<void> {
  await app.db.transaction(async (trx) => {
    for (const [key, value] of Object.entries(settings)) await putSetting(trx, key, value);
  });
  await app.server.settings.refresh();
}

/** Asks for a code to register with and registers by it. */
export async function registerBy<T = { token: string; user: { id: number; email: string } }>(
  app: StartedApp,
  account: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Envelope<T>> {
  await post(app, MAIL, { to: account, area_id: '', type: 1 });
  return post<T>(app, '/api/user/register', form({ account, sms_code: await codeTo(app, account), ...fields }));
}
