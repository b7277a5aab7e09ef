/**
 * Addresses outside of this site that come from a server: what may be led to. Strict on purpose, so that nothing in an address could be read in
 * a second way: https, a host name with a dot, printable ASCII without quotes and backslashes, no name or password before the host.
 */

export const ADDRESS_LENGTH_MAX = 500;
const HOST = String.raw`[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+(?::\d{1,5})?`;
const ADDRESS = new RegExp(String.raw`^https://(${HOST})(/?|[/?#][\x21\x23-\x26\x28-\x3b\x3d\x3f-\x5b\x5d-\x7e]*)$`, 'i');
const HOSTS_MAX = 10;
const HOST_LIST = new RegExp(`^${HOST}(,${HOST}){0,${HOSTS_MAX - 1}}$`);

/** Host, with its port where it has one, and what follows it; `undefined` for anything that is not such an address. */
function partsOf(text: string): { readonly host: string; readonly rest: string } | undefined {
  const found = text.length <= ADDRESS_LENGTH_MAX ? ADDRESS.exec(text) : null;
  return found ? { host: (found[1] ?? '').toLowerCase(), rest: found[2] ?? '' } : undefined;
}

/** The host of an address that may be led to, in lower case; `undefined` for one that may not. */
export const hostOfAddress = (text: string): string | undefined => partsOf(text)?.host;

/** True for '' and for up to ten host names in lower case with commas between. */
export const isHostList = (text: string): boolean => text === '' || HOST_LIST.test(text);

/**
 * Where a browser goes when the company has ended (decision D9.267): `text` itself where its host is `ownHost` or one of `hosts` (as
 * `isHostList` takes them), else `undefined`. The page of this app is no such place: it would lead to itself for ever.
 */
export function lossAddress(text: string, { ownHost, hosts }: { ownHost: string; hosts: string }): string | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  if (parts.host === ownHost) return /^\/[^?#]/.test(parts.rest) ? text : undefined;
  return hosts.split(',').includes(parts.host) ? text : undefined;
}
