/** To which domain passkeys belong: the one of the first public origin, or `localhost` where none is configured. */
import { isIP } from 'node:net';

export interface RelyingParty {
  /** The domain; `undefined` where the site is reached by an address, which no passkey can belong to. */
  readonly id: string | undefined;
  /** True for an origin whose pages may use them. */
  isOrigin(origin: string): boolean;
}

export function relyingParty(publicOrigins: readonly string[]): RelyingParty {
  const [first] = publicOrigins;
  const host = first === undefined ? 'localhost' : new URL(first).hostname;
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) > 0;
  return {
    id: isAddress ? undefined : host,
    isOrigin(origin) {
      if (first !== undefined) return publicOrigins.includes(origin) && hasDomain(origin, host);
      return URL.canParse(origin) && new URL(origin).hostname === 'localhost';
    },
  };
}

const hasDomain = (origin: string, domain: string): boolean => {
  const { hostname } = new URL(origin);
  return hostname === domain || hostname.endsWith(`.${domain}`);
};
