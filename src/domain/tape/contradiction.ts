/**
 * Whether two signed deals of one operator cannot both be true. No receipt by itself can tell: a close says where its position was opened,
 * and only the receipt of the opening says whether it was.
 */
import { dealText } from './deal-note.ts';
import type { SignedDeal } from './signed-deal.ts';

type Fields = Readonly<Record<string, unknown>>;
/** What an opening and its end have in common, by their names in both. */
const SHARED = ['realm', 'uid', 'product', 'side', 'contractNumber', 'quoteRate', 'leverage', 'marginMode'];
const STAKED = ['stake', 'ratio', 'expiryMs', 'lossLevel'];

/** Of contract orders `open`, of micro trades `micro-open`; what they end with has the other kind. */
const isOpening = ({ kind }: SignedDeal): boolean => kind.endsWith('open');
const isMicro = ({ kind }: SignedDeal): boolean => kind.startsWith('micro');
const termsOf = (deal: SignedDeal): Fields => ('terms' in deal ? deal.terms : {}) as Fields;
/** False where one of both does not say. */
const differ = (one: unknown, other: unknown): boolean => one !== undefined && other !== undefined && one !== other;

/** Whether an end names another opening than its own. A part that was closed is of its `parent`. */
function isOtherOpening(opening: SignedDeal, end: SignedDeal): boolean {
  const order = 'parent' in end ? (end.parent ?? end.order) : end.order;
  if (order !== opening.order) return false;
  const [begun, ended]: readonly [Fields, Fields] = [opening, end];
  const [staked, terms] = [termsOf(opening), termsOf(end)];
  return (
    SHARED.some((name) => differ(begun[name], ended[name])) ||
    STAKED.some((name) => differ(staked[name], terms[name])) ||
    differ(opening.price, terms.openPrice) ||
    differ(opening.tickSeq, terms.openSeq)
  );
}

/** Two texts for one number, or an end with another opening than the opening itself. Both deals are known to be signed. */
export function contradicts(one: SignedDeal, other: SignedDeal): boolean {
  if (one.origin !== other.origin || isMicro(one) !== isMicro(other)) return false;
  if (one.deal === other.deal) return dealText(one) !== dealText(other);
  if (isOpening(one) === isOpening(other)) return false;
  return isOpening(one) ? isOtherOpening(one, other) : isOtherOpening(other, one);
}
