/** Deals that say something else than what happened and are signed all the same: an operator who lies where nobody else could. */
import { readDeal } from '#domain/tape/deal-note.ts';
import type { ReceiptFile } from '#domain/tape/receipt-file.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { parseNote } from '#domain/tape/signed-note.ts';
import type { Seeded } from '../../engine/seeded.ts';
import { signed } from './made-log.ts';
import type { World } from './receipt-world.ts';

const TRIES_MAX = 100;

/** Another value of the kind of the one that stands there: a number a little off or far off, a word of the same list. */
function otherValue(value: string, random: Seeded): string {
  const words = [
    ['buy', 'sell'],
    ['up', 'down'],
    ['demo', 'real'],
    ['sl', 'tp'],
    ['market', 'reverse', 'pending'],
    ['close', 'reverse', 'reset', 'stopout'],
    ['micro', 'micro-void'],
  ];
  const list = words.find((one) => one.includes(value));
  if (list) return random.pick(list);
  if (/^-?\d+$/.test(value)) return String(BigInt(value) + BigInt(random.pick([-1000, -60, -7, -1, 1, 2, 7, 60, 6_000, 9_999_999])));
  if (/^-?\d+\.\d+$/.test(value)) return String(Number(value) + random.pick([-0.001, 0.001, 0.5, 12]));
  return random.pick(['0', '1', 'fx', 'metals', 'recorded', 'unheard-of', `${value},3-9`]);
}

/** One value somewhere behind the first lines changed, where the text can still be read as a deal. */
function lie(text: string, random: Seeded): string {
  for (let at = 0; at < TRIES_MAX; at++) {
    const values = [...text.matchAll(/(?<=[ =:,])[^ =:;,\n]+/g)].slice(4);
    const found = random.pick(values);
    const told = text.slice(0, found.index) + otherValue(found[0], random) + text.slice(found.index + found[0].length);
    if (told !== text && !('problem' in readDeal(told))) return told;
  }
  throw new Error(`no lie about ${text}`);
}

/** The receipt of a fill with one value of its deal, or two, other than it was. */
export function lieAbout({ file, log }: World<SignedDeal>, random: Seeded): ReceiptFile {
  const once = lie(parseNote(file.deal)?.text ?? '', random);
  return { ...file, deal: signed(random.chance(0.3) ? lie(once, random) : once, log.receiptsKey) };
}

/** The receipt of a fill without some of the bodies, or without its summaries. */
export function lessOf({ file }: World<SignedDeal>, random: Seeded): ReceiptFile {
  const heights = [...file.bodies.keys()];
  const from = random.whole(0, heights.length - 1);
  const gone = new Set(heights.slice(from, from + random.whole(1, heights.length)));
  const summaries = random.chance(0.3) ? undefined : file.summaries;
  return { ...file, summaries, bodies: new Map([...file.bodies].filter(([height]) => !gone.has(height))) };
}

/** The file as text with a character changed, put in or left out. */
export function garbled(text: string, random: Seeded): string {
  const at = random.whole(0, text.length - 1);
  const put = random.pick(['', '0', '1', 'A', '"', '\\', ',', '{', '[', ']', ' ', '\n', 'null', 'true', '1.5', '-1', '\u00e9', '=']);
  return text.slice(0, at) + put + text.slice(at + random.whole(0, 2));
}
