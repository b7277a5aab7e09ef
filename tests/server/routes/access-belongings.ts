/** One of everything that has an id and an owner, and all that its owner sees of it. */
import { randomUUID } from 'node:crypto';
import type { FillReply, ProductRow } from '#protocol/rest/forex.ts';
import type { SecurityReply, SessionRow } from '#protocol/rest/security.ts';
import { sentPhoto } from '../send-photo.ts';
import type { StartedApp } from '../start-app.ts';
import { logIn, newPasskey } from '../users/factor-stage.ts';
import { SoftAuthenticator } from '../users/soft-authenticator.ts';

export const ORDER = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' };

/** Ids, the address of a photo, and the key of the order that is the position. */
export type Belongings = Readonly<Record<'position' | 'pending' | 'alert' | 'session' | 'passkey' | 'photo' | 'key', string>>;

/** Gives the owner of the demo profile one of each. */
export async function makeBelongings(app: StartedApp, token: string): Promise<Belongings> {
  const act = async <T>(path: string, fields: Record<string, string>) => {
    const reply = await app.call<T>(path, fields, { method: 'POST', token });
    if (reply.code !== 1) throw new Error(`${path}: ${reply.code} ${reply.msg}`);
    return reply.data;
  };
  const key = randomUUID();
  const [product] = (await app.call<ProductRow[]>('/v2/api/forex/trade_list')).data.filter(({ Id }) => String(Id) === ORDER.forex_id);
  const below = ((product?.ForexQuotations.Close ?? 0) * 0.9).toFixed(product?.PricePrecision);
  const position = await act<FillReply>('/v2/api/forex/submit', { ...ORDER, client_id: key });
  const pending = await act<FillReply>('/v2/api/forex/submit', { ...ORDER, status: '0', target_price: below });
  const alert = await act<{ Id: number }>('/v2/api/alert/create', { forex_id: '1', kind: 'above', price: '7' });
  await logIn(app);
  await act('/api/user/passkey_add', { answer: new SoftAuthenticator().make(await newPasskey(app, token)) });
  const { passkeys } = (await app.call<SecurityReply>('/api/user/security', {}, { token })).data;
  const sessions = (await app.call<SessionRow[]>('/api/user/sessions', {}, { token })).data;
  return {
    position: String(position.Id),
    pending: String(pending.Id),
    alert: String(alert.Id),
    session: sessions.find(({ mine }) => mine === '0')?.id ?? '',
    passkey: String(passkeys[0]?.id),
    photo: await sentPhoto(app, token),
    key,
  };
}

/** Every call that shows something of one's own, as the owner has it now. */
export async function seenByOwner(app: StartedApp, token: string, { key }: Belongings): Promise<Record<string, unknown>> {
  const asked: readonly (readonly [string, Record<string, string>])[] = [
    ['/v2/api/forex/my_deal', { status: '0' }],
    ['/v2/api/forex/my_deal', { status: '1' }],
    ['/v2/api/forex/my_deal', { status: '3' }],
    ['/v2/api/micro/orders', { status: '1' }],
    ['/v2/api/alert/list', {}],
    ['/v2/api/main/wallet/getBalance', {}],
    ['/v2/api/main/accountLog/forexChange', {}],
    ['/v2/api/order/by_client_id', { client_id: key }],
    ['/api/user/info', {}],
    ['/api/user/security', {}],
    ['/api/user/sessions', {}],
    ['/api/user/login_history', {}],
    ['/api/user_real/center', {}],
  ];
  const seen = await Promise.all(
    asked.map(async ([path, fields]) => [`${path} ${fields.status ?? ''}`, (await app.call(path, fields, { token })).data] as const),
  );
  return Object.fromEntries(seen);
}
