/** Frames of DAY_MARKET as back ends write them, and the same with something wrong or unusual about them. Seeded. */
import type { Seeded } from '../../engine/seeded.ts';

/** Codes of the trade list: alike, nested, with marks, of the greatest length, and one that is not ASCII. */
export const CODES = [
  'EURUSD',
  'EURUSDT',
  'EUR',
  'A',
  'BTC/USD',
  'US500.cash',
  'SYM1',
  'SYM10',
  'SYM100',
  'ABCDEFGH',
  'X'.repeat(32),
  'ÖL',
];
const UNKNOWN = ['GBPUSD', 'SYM', 'eurusd', 'Y'.repeat(32)];

const BASE_KEYS = ['open', 'close', 'high', 'low', 'change', 'time'];
const LAYOUTS: readonly (readonly string[])[] = [
  BASE_KEYS,
  [...BASE_KEYS, 'status', 'opens_at'],
  ['close', 'change', 'open', 'high', 'low', 'volume', 'bid', 'ask', 'time'],
  ['close'],
  ['close', 'hi', 'lo', 'v', 'n', 't'],
];
const EXT_KEYS = ['close', 'hi', 'lo', 'v', 'n', 't'];
const EXT_MORE = ['c', 'open', 'high', 'low', 'change', 'status', 'opens_at'];

/** Numbers as JSON has them without an exponent: prices, many digits, whole ones, tiny ones, the edges of exactness. */
function plainNumber(random: Seeded): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.whole(0, 9)).join('');
  return random.pick([
    () => (random.whole(1, 999_999) / 100_000).toFixed(random.whole(0, 5)),
    () => `${random.whole(1, 999)}.${digits(random.whole(1, 20))}`,
    () => `${random.whole(1, 9)}${digits(random.whole(0, 20))}`,
    () => `${random.whole(1, 9)}${digits(random.whole(0, 15))}.${digits(random.whole(1, 12))}`,
    () => `0.${'0'.repeat(random.whole(0, 17))}${digits(random.whole(1, 5))}`,
    () => String(1 + random.whole(0, 1_000_000) / 7),
    () => random.pick(['0', '0.0', '-0', '1', '9007199254740993', '999999999', '1000000000', '999999999999999', '1000000000000001']),
    () => `-${random.whole(0, 99)}.${digits(2)}`,
  ])();
}

function valueFor(random: Seeded, key: string): string {
  if (random.chance(0.1) && key !== 'close') return plainNumber(random);
  if (key === 'time' || key === 't') return String(random.chance(0.9) ? 1_763_625_600_123 + random.whole(0, 9_999_999) : 1_763_625_600);
  if (key === 'n' || key === 'v' || key === 'opens_at') return String(random.whole(0, 999_999_999));
  if (key === 'c') return '1';
  if (key === 'status') return String(random.whole(1, 3));
  if (key === 'change') return (random.whole(-500, 500) / 100).toString();
  const price = plainNumber(random);
  return Number(price) > 0 ? price : '1.08345';
}

const fieldsOf = (random: Seeded, keys: readonly string[]): string => keys.map((key) => `"${key}":${valueFor(random, key)}`).join(',');
const symbolOf = (random: Seeded): string => random.pick(random.chance(0.9) ? CODES.slice(0, -1) : UNKNOWN);

const baseMessage = (random: Seeded): string => {
  const layout = random.pick(LAYOUTS);
  const keys = random.chance(0.1) ? [...layout].reverse() : layout;
  return `{"type":"DAY_MARKET","symbol":"${symbolOf(random)}","quotation":{${fieldsOf(random, keys)}}}`;
};

const extRow = (random: Seeded): string => {
  const more = EXT_MORE.filter(() => random.chance(0.2));
  return `{"symbol":"${symbolOf(random)}",${fieldsOf(random, [...EXT_KEYS, ...more])}}`;
};

const listOf = (random: Seeded, one: (random: Seeded) => string): string =>
  Array.from({ length: random.whole(1, random.chance(0.02) ? 90 : 3) }, () => one(random)).join(',');

/** A frame that the fast reader must take. */
export const regularFrame = (random: Seeded): string =>
  random.pick([
    () => baseMessage(random),
    () => `[${listOf(random, baseMessage)}]`,
    () => `{"type":"DAY_MARKET","seq":${random.whole(0, 99_999)},"data":[${listOf(random, extRow)}]}`,
  ])();

const TOKENS = [
  'null',
  'true',
  '"1.08"',
  '1e5',
  '1E-7',
  '1.5e+3',
  '-',
  '01',
  '-01',
  '1.',
  '.5',
  '+1',
  '[]',
  '{}',
  '0x1',
  'NaN',
  '1e999',
  '--1',
  '1.2.3',
  '',
];
const KEYS = ['"close"', '"time"', '"t"', '"n"', '"seq"', '"Close"', '"clos"', '"\\u0063lose"', '"__proto__"', '"type"', '"uid"'];
const CHARS = '{}[]",:0123456789.eE-+\\/u \t\n\u0000\u001f\u007f\u00e4\u{1f600}\ud83dtfn';

/** A regular frame with one to three changes: a character, a cut, a doubling, another value, another key, white space, another order. */
export function mutatedFrame(random: Seeded): string {
  let text = regularFrame(random);
  const any = (pattern: RegExp, with_: () => string) => {
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return text;
    const match = random.pick(found);
    return text.slice(0, match.index) + with_() + text.slice(match.index + match[0].length);
  };
  for (let change = random.whole(1, 3); change > 0; change--) {
    const at = random.whole(0, text.length);
    const to = Math.min(text.length, at + random.whole(0, 12));
    text = random.pick([
      () => text.slice(0, at) + random.pick([...CHARS]) + text.slice(at + random.whole(0, 1)),
      () => text.slice(0, at) + text.slice(to),
      () => text.slice(0, to) + text.slice(at),
      () => any(/(?<=:)-?[\d.]+/g, () => random.pick(TOKENS)),
      () => any(/(?<=:)-?[\d.]+/g, () => plainNumber(random)),
      () => any(/"\w+"(?=:)/g, () => random.pick(KEYS)),
      () => any(/[,:{}[\]]/g, () => random.pick([' ,', ', ', ' : ', '{ ', '}\n', ',,', '}}', ']]'])),
      () => any(/(?<="symbol":")[^"]*/g, () => random.pick(['', '\\u0045URUSD', 'ÖL', 'Z'.repeat(33), 'EUR"USD', 'a\\"b', 'EUR USD'])),
      () => any(/"symbol":"[^"]*"/g, () => random.pick(['"symbol":123', '"symbol":null'])),
      () => text.replace('DAY_MARKET', random.pick(['DAY_MARKETS', 'DAY', 'KLINE', 'DAY_MARKe'])),
      () => `${text}${random.pick([' ', '\n', ']', '}', text])}`,
      () => `${random.pick([' ', '[', '\ufeff'])}${text}`,
    ])();
  }
  return text;
}
