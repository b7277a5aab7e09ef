/** Real-name verification of the caller, one function per endpoint, in the house's words: the rows of the wire end here. */
import type { IdentityForm } from '#domain/identity.ts';
import { type Identity, identityFormToWire, identityFromWire } from '#protocol/identity-wire.ts';
import { areaListEndpoint } from '#protocol/rest/endpoints.ts';
import { identityEndpoint, realNameEndpoint } from '#protocol/rest/identity-endpoints.ts';
import type { AreaRow } from '#protocol/rest/site.ts';
import { CALL_ERROR, CallError } from './call-error.ts';
import type { CallOptions, Request } from './request.ts';

function read(reply: unknown): Identity {
  const identity = identityFromWire(reply);
  if (!identity) throw new CallError(CALL_ERROR.reply);
  return identity;
}

/** How it stands, with what was sent; photos are addresses that hold for an hour. */
export const ownIdentity = async (request: Request, options?: CallOptions): Promise<Identity> =>
  read(await request.call<unknown>(identityEndpoint, {}, options));

/** Sends it to review. Sent again as it is, after a lost answer, it is the same application. 1020: another one waits, or it is finished. */
export const sendIdentity = async (request: Request, form: IdentityForm, options?: CallOptions): Promise<Identity> =>
  read(await request.call<unknown>(realNameEndpoint, identityFormToWire(form), options));

/** Every country that is served: its number, ISO code and name in the caller's language. */
export const servedCountries = async (request: Request, options?: CallOptions): Promise<{ id: number; code: string; name: string }[]> =>
  (await request.call<AreaRow[]>(areaListEndpoint, {}, options)).map(({ id, code, name }) => ({ id, code, name }));
