/** What a signed deal has, by kind and rule: keys of `SignedDeal`, and the kind of its terms; and so which kinds and rules there are. */
import type { TermsKind } from './deal-terms.ts';
import { ABSENT } from './deal-values.ts';
import type { DealKind, DealRule, ShapeName } from './signed-deal.ts';

const EVERY = ['origin', 'realm', 'uid', 'deal', 'kind', 'order', 'product', 'side', 'timeMs', 'profit'];
const PRICED = ['price', 'tickSeq'];
const CONTRACT = [...EVERY, ...PRICED, 'lots', 'fee', 'margin', 'contractNumber', 'quoteRate', 'leverage', 'marginMode'];
const ASKED = [...CONTRACT, 'rule', 'knownSeq', 'hours'];
const JUDGED = [...ASKED, 'level', 'fromSeq'];
const MICRO = [...EVERY, 'rule', 'knownSeq'];

export type Shape = { readonly has: readonly string[]; readonly terms: TermsKind | undefined };
const shape = (has: readonly string[], terms?: TermsKind): Shape => ({ has, terms });
/** What a deal has by kind and rule; `parent` any deal of an order may have or not. */
const SHAPES: Readonly<Record<ShapeName, Shape>> = {
  'open market': shape(ASKED, 'opening'),
  'open reverse': shape(ASKED, 'opening'),
  'open pending': shape(JUDGED, 'pending'),
  'close close': shape(ASKED, 'closing'),
  'close reverse': shape(ASKED, 'closing'),
  'close reset': shape(ASKED, 'closing'),
  'close sl': shape(JUDGED, 'stopped'),
  'close tp': shape(JUDGED, 'stopped'),
  'close stopout': shape([...ASKED, 'level'], 'stopOut'),
  'micro-open market': shape([...MICRO, ...PRICED], 'staked'),
  'micro-end micro': shape([...MICRO, ...PRICED], 'micro'),
  'micro-end micro-void': shape(MICRO, 'micro'),
  'micro-end reset': shape(MICRO, 'micro'),
  'open -': shape(CONTRACT),
  'close -': shape(CONTRACT),
  'micro-open -': shape([...EVERY, ...PRICED]),
  'micro-end -': shape(EVERY),
};
/** Of a kind and a rule; undefined for two that no deal has together. */
export const shapeOf = (name: string): Shape | undefined => (SHAPES as Readonly<Record<string, Shape>>)[name];

const wordsOf = (at: 0 | 1): string[] => [...new Set(Object.keys(SHAPES).map((name) => name.split(' ')[at] as string))];
export const DEAL_KINDS = wordsOf(0) as readonly DealKind[];
export const DEAL_RULES = wordsOf(1).filter((rule) => rule !== ABSENT) as readonly DealRule[];

/** What a deal may have beyond its shape. */
export const MAY_HAVE: Readonly<Record<string, readonly string[]>> = { close: ['parent'], 'micro-end -': PRICED };
