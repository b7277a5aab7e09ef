// Draws the marks of the products, flags, coins and goods, into one sprite: src/ui/products/pictures/product-marks.svg
//   npm run marks
// Flags are those of circle-flags, coins those of cryptocurrency-icons (docs/licences.md); metals, fuels and one coin, whose picture there is
// a third of all others together, are drawn here.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export const SPRITE = new URL('../src/ui/products/pictures/product-marks.svg', import.meta.url);

/** What is inside a mark, and the box that it is drawn in. */
type Drawing = { readonly body: string; readonly width: number; readonly height: number };
/** A set as its file has it: an icon names its box only where it has one of its own. */
type IconFile = Omit<Drawing, 'body'> & { readonly icons: Readonly<Record<string, Pick<Drawing, 'body'> | undefined>> };

/** Currencies, and countries whose index has no currency of its own, by the flag that stands for them. */
const FLAGS = {
  usd: 'us',
  eur: 'eu',
  gbp: 'gb',
  jpy: 'jp',
  chf: 'ch',
  aud: 'au',
  cad: 'ca',
  nzd: 'nz',
  sgd: 'sg',
  hkd: 'hk',
  cnh: 'cn',
  sek: 'se',
  nok: 'no',
  dkk: 'dk',
  pln: 'pl',
  czk: 'cz',
  huf: 'hu',
  try: 'tr',
  thb: 'th',
  zar: 'za',
  inr: 'in',
  krw: 'kr',
  brl: 'br',
  de: 'de',
  fr: 'fr',
  it: 'it',
};
const COINS = ['btc', 'eth', 'bnb', 'sol', 'ltc', 'bch', 'avax', 'link', 'xrp', 'doge', 'trx'];

const disc = (colour: string, inside: string): string => `<circle cx="16" cy="16" r="16" fill="${colour}"/>${inside}`;
const ingots = '<path fill="#fff" d="m11 15 1.8-5.5h6.4L21 15zM5.5 22.5 7.3 17h6.4l1.8 5.5zm11 0 1.8-5.5h6.4l1.8 5.5z"/>';
const GOODS = {
  xau: disc('#d9a520', ingots),
  xag: disc('#98a2ad', ingots),
  xpt: disc('#5f7f8c', ingots),
  xpd: disc('#8a7f9c', ingots),
  ada: disc(
    '#0033ad',
    '<path stroke="#fff" stroke-linecap="round" stroke-width="3" d="M16 11.7h0M19.7 13.85h0M19.7 18.15h0M16 20.3h0M12.3 18.15h0M12.3 13.85h0"/><path stroke="#fff" stroke-linecap="round" stroke-width="2" d="M16 7h0M23.8 11.5h0M23.8 20.5h0M16 25h0M8.2 20.5h0M8.2 11.5h0"/>',
  ),
  oil: disc('#23272e', '<path fill="#f2a93b" d="M16 6c4 5 6.5 8.2 6.5 11.8a6.5 6.5 0 0 1-13 0C9.5 14.2 12 11 16 6z"/>'),
  gas: disc(
    '#2f6fd6',
    '<path fill="#fff" d="M16.5 6c.6 3.6 5.5 6 5.5 11.5a6 6 0 0 1-12 .1c0-2.3 1.1-3.8 2.3-5 .2 1.7 1 2.6 1.9 2.9-.4-3.7.6-7.2 2.3-9.5z"/>',
  ),
  fuel: disc(
    '#1f8a70',
    '<path fill="#fff" d="M9 24V9.5A1.5 1.5 0 0 1 10.5 8h7A1.5 1.5 0 0 1 19 9.5V24zm2-13.5V15h6v-4.5z"/><path fill="none" stroke="#fff" stroke-width="1.5" d="m20.5 10.5 2.5 2.5v7.5a1.3 1.3 0 0 1-2.6 0V17H19"/>',
  ),
};

/** The icons of a set by their names. */
function iconSet(name: string): (icon: string) => Drawing {
  const file = createRequire(import.meta.url).resolve(`@iconify-json/${name}/icons.json`);
  const { width, height, icons } = JSON.parse(readFileSync(file, 'utf8')) as IconFile;
  return (icon) => {
    const found = icons[icon];
    if (!found) throw new Error(`@iconify-json/${name}: no icon ${icon}`);
    return { width, height, ...found };
  };
}

/** The page cuts every mark round, so the set's own round mask only costs. */
const withoutMask = (body: string): string => body.replace(/<mask\b.*?<\/mask>/g, '').replace(/^<g mask="[^"]*">(.*)<\/g>$/, '$1');

/** A white sign on mint cannot be told from afar: mint on black, as that coin shows itself too. */
const readable = (body: string): string => body.replace(/"#66F9A1"(.*)"#FFF"/, '"#131318"$1"#66F9A1"');

const symbol = (name: string, { body, width, height }: Drawing): string => {
  if (/\sid=|style=|href=|<script/.test(body)) throw new Error(`${name}: an id, a style or a link inside a mark: ${body}`);
  return `<symbol id="mark-${name}" viewBox="0 0 ${width} ${height}">${body}</symbol>`;
};

/** The sprite's text; the same for the same versions of the two sets. */
export function productMarks(): string {
  const [flag, coin] = [iconSet('circle-flags'), iconSet('cryptocurrency-color')];
  const lines = [
    ...Object.entries(FLAGS).map(([name, country]) => symbol(name, { ...flag(country), body: withoutMask(flag(country).body) })),
    ...COINS.map((name) => symbol(name, { ...coin(name), body: readable(coin(name).body) })),
    ...Object.entries(GOODS).map(([name, body]) => symbol(name, { body, width: 32, height: 32 })),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Marks of products</title>\n<!-- Flags: circle-flags (MIT). Coins: cryptocurrency-icons (CC0). -->\n${lines.join('\n')}\n</svg>\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(SPRITE, productMarks());
