/**
 * Whose limits an IP address counts for. A household or a phone has one IPv4 address, or a whole IPv6 /64 in which it may take any of 2^64
 * addresses: so every limit by IP address counts by network, in REST, on the socket and at the login alike.
 */

const MAPPED = [0, 0, 0, 0, 0, 0xffff];

/**
 * The network of a peer: an IPv4 address as it is (also from its IPv6-mapped spellings), an IPv6 address as its /64 in one
 * spelling. What is no IP address (a Unix socket has none) is a network by its own text.
 */
export function networkOf(ip: string): string {
  const groups = groupsOf(ip);
  if (!groups) return ip.toLowerCase();
  const v4 = mappedV4(groups);
  return v4 ? v4.join('.') : `${hex(groups.slice(0, 4))}::/64`;
}

/**
 * What one operator of networks hands out together: the /24 of an IPv4 address, the /48 of an IPv6 address. Somebody who is given a whole /48 has
 * 65,536 networks, each with limits of its own; so what counts by network counts by wider network too.
 */
export function widerNetworkOf(ip: string): string {
  const groups = groupsOf(ip);
  if (!groups) return ip.toLowerCase();
  const v4 = mappedV4(groups);
  return v4 ? `${v4.slice(0, 3).join('.')}.0/24` : `${hex(groups.slice(0, 3))}::/48`;
}

/** Limits of a wider network are those of so many networks: many people of one provider may share it, and nobody has the whole server by it. */
export const WIDER_NETWORKS = 50;

const hex = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(':');

/** Eight groups of 16 bits; an IPv4 address as the IPv6-mapped one. `undefined` for what is neither. */
function groupsOf(ip: string): readonly number[] | undefined {
  const plain = withoutPort((ip.split('%')[0] ?? '').trim());
  if (!plain.includes(':')) {
    const low = v4Groups(plain);
    return low && [...MAPPED, ...low];
  }
  const [head = '', tail, more] = plain.split('::');
  if (more !== undefined) return undefined;
  const front = partGroups(head);
  const back = tail === undefined ? [] : partGroups(tail);
  if (!front || !back) return undefined;
  const missing = 8 - front.length - back.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...front, ...Array<number>(missing).fill(0), ...back];
}

/** Some proxies name a peer with its port: '1.2.3.4:56', '[2001:db8::1]:56'. Each connection would else be a network of its own. */
const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;

/** Groups on one side of the `::`; the last may be written as IPv4. */
function partGroups(part: string): readonly number[] | undefined {
  if (part === '') return [];
  const groups: number[] = [];
  const words = part.split(':');
  for (const [at, word] of words.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(word)) groups.push(Number.parseInt(word, 16));
    else {
      const low = at === words.length - 1 ? v4Groups(word) : undefined;
      if (!low) return undefined;
      groups.push(...low);
    }
  }
  return groups;
}

/** '1.2.3.4' as two groups of 16 bits. */
function v4Groups(text: string): readonly [number, number] | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  const bytes = match?.slice(1).map(Number);
  if (!bytes || bytes.some((byte) => byte > 255)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return [a * 256 + b, c * 256 + d];
}

/** The four bytes of an IPv6-mapped IPv4 address; `undefined` for a real IPv6 address. */
function mappedV4(groups: readonly number[]): readonly number[] | undefined {
  if (!MAPPED.every((group, at) => groups[at] === group)) return undefined;
  return groups.slice(6).flatMap((group) => [group >> 8, group & 255]);
}
