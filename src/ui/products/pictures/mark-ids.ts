/** Which pictures stand for a product. Of a pair two: what is bought, and what it is paid with. */

/** Indices by the letters that their codes begin with, and goods by their codes. */
const FACES = new Map<string, readonly string[]>(
  Object.entries({
    us: ['usd'],
    nas: ['usd'],
    eu: ['eur'],
    ger: ['de'],
    fra: ['fr'],
    uk: ['gbp'],
    jpn: ['jpy'],
    hk: ['hkd'],
    aus: ['aud'],
    usoil: ['oil', 'usd'],
    ukoil: ['oil', 'gbp'],
    natgas: ['gas'],
    gasoline: ['fuel'],
  }),
);
/** Letters of a currency's code: the end of a pair's. */
const CURRENCY_LETTERS = 3;

/** Names of one or two pictures that `has` knows, the front one first; `undefined` for a product that has no face. */
export function markIds(code: string, has: (name: string) => boolean): readonly string[] | undefined {
  const name = code.toLowerCase();
  const pair = [name.slice(0, -CURRENCY_LETTERS), name.slice(-CURRENCY_LETTERS)];
  if (pair.every(has)) return pair;
  const face = FACES.get(name.replace(/\d+$/, ''));
  return face?.every(has) ? face : undefined;
}
