/** What the caller has, one function per endpoint. Apart from the sessions, which a page needs before it shows any money. */
import type { OwnBalance } from '#domain/account.ts';
import { decimalFromWire, type Money } from '#domain/decimal.ts';
import { balancesFromWire } from '#protocol/balance-wire.ts';
import { balanceEndpoint, profitsEndpoint } from '#protocol/rest/endpoints.ts';
import type { ProfitsReply } from '#protocol/rest/user.ts';
import type { CallOptions, Request } from './request.ts';

/** Every account of the caller. */
export const balances = (request: Request, options?: CallOptions): Promise<readonly OwnBalance[]> =>
  request.call(balanceEndpoint, {}, options).then(balancesFromWire);

/** Since 00:00 of the configured zone: realised profit, and what trades came to, charges included, where the server says it. */
export type Today = { readonly profits: Money; readonly net: Money | undefined };

export async function today(request: Request, options?: CallOptions): Promise<Today> {
  const { profits, net } = await request.call<ProfitsReply>(profitsEndpoint, {}, options);
  return { profits: decimalFromWire<Money>(profits) ?? 0n, net: net === undefined ? undefined : decimalFromWire<Money>(net) };
}
