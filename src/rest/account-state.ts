/** The whole live state of the caller as it was at one moment, where the server numbers its events (extended profile, decision D9.79). */
import { type AccountState, accountStateFromWire } from '#protocol/outbox-wire.ts';
import { accountStateEndpoint } from '#protocol/rest/account-state-endpoint.ts';
import { CALL_ERROR, CallError } from './call-error.ts';
import type { Request } from './request.ts';

/** Every live order and every balance. Rejects with a `CallError`; one row that is no order makes the whole state invalid. */
export async function accountState(request: Request): Promise<AccountState> {
  const reply = await request.call(accountStateEndpoint, {}, { silent: true });
  try {
    const state = accountStateFromWire(reply);
    if (state) return state;
  } catch (error) {
    request.warn(String(error));
  }
  throw new CallError(CALL_ERROR.reply);
}
