/**
 * Whether two signed deals of one operator cannot both be true, or the parts of a position not all. No receipt by itself can tell: a close says where its position was opened,
 * and only the receipt of the opening says whether it was. A position has one opening and one end; a part of it that was closed is an order of
 * its own, which names the position as its parent and was never opened.
 */
import { dealText } from './deal-note.ts';
import type { SignedDeal } from './signed-deal.ts';

type Fields = Readonly<Record<string, unknown>>;
/** What all deals of a position have in common, by their names in each. */
const SHARED = ['realm', 'uid', 'product', 'side', 'contractNumber', 'quoteRate', 'leverage', 'marginMode'];
/** What an end has at most as much of as its opening. */
const PARTED = ['lots', 'margin'];
/** Of the terms of a micro trade, and of all ends. */
const STAKED = ['stake', 'ratio', 'expiryMs', 'lossLevel'];
const OPENED = ['openPrice', 'openSeq'];

/** Of contract orders `open`, of micro trades `micro-open`; what they end with has the other kind. */
const isOpening = ({ kind }: SignedDeal): boolean => kind.endsWith('open');
const isMicro = ({ kind }: SignedDeal): boolean => kind.startsWith('micro');
const termsOf = (deal: SignedDeal): Fields => ('terms' in deal ? deal.terms : {}) as Fields;
const parentOf = (deal: SignedDeal): number | undefined => ('parent' in deal ? deal.parent : undefined);
/** The position that a deal is of, by its number. */
const positionOf = (deal: SignedDeal): number => parentOf(deal) ?? deal.order;
/** False where one of both does not say. */
const differ = (one: unknown, other: unknown): boolean => one !== undefined && other !== undefined && one !== other;
const isAbove = (one: unknown, other: unknown): boolean =>
  one !== undefined && other !== undefined && (one as number | bigint) > (other as number | bigint);

/** The orders whose deals may contradict one: its own, and the position that it is a closed part of. */
export const ordersBeside = (deal: SignedDeal): readonly number[] => [...new Set([deal.order, positionOf(deal)])];

/** Whether two deals of one position tell of two. */
function isOtherPosition(one: SignedDeal, other: SignedDeal): boolean {
  const [fields, others]: readonly [Fields, Fields] = [one, other];
  const [terms, otherTerms] = [termsOf(one), termsOf(other)];
  return (
    SHARED.some((name) => differ(fields[name], others[name])) ||
    [...STAKED, ...OPENED].some((name) => differ(terms[name], otherTerms[name]))
  );
}

/** Whether an end names another opening than its own, has more than that had, or knew less of the tape. */
function isOtherOpening(opening: SignedDeal, end: SignedDeal): boolean {
  const [begun, ended, terms]: readonly [Fields, Fields, Fields] = [opening, end, termsOf(end)];
  return (
    differ(begun['price'], terms['openPrice']) ||
    differ(begun['tickSeq'], terms['openSeq']) ||
    PARTED.some((name) => isAbove(ended[name], begun[name])) ||
    isAbove(begun['tickSeq'], ended['knownSeq'])
  );
}

/** Whether both are of one order, which has one deal of each kind at most, and none but its end where it is a part of another. */
const isOneTooMany = (one: SignedDeal, other: SignedDeal): boolean =>
  one.order === other.order && (isOpening(one) === isOpening(other) || parentOf(one) !== parentOf(other));

/** Two texts for one number, two deals where an order has one, or an end with another opening than its own. Both deals are known to be signed. */
export function contradicts(one: SignedDeal, other: SignedDeal): boolean {
  if (one.origin !== other.origin || isMicro(one) !== isMicro(other)) return false;
  if (one.deal === other.deal) return dealText(one) !== dealText(other);
  if (isOneTooMany(one, other)) return true;
  if (positionOf(one) !== positionOf(other)) return false;
  if (isOtherPosition(one, other)) return true;
  if (isOpening(one) === isOpening(other)) return false;
  return isOpening(one) ? isOtherOpening(one, other) : isOtherOpening(other, one);
}

const isOne = (one: SignedDeal, other: SignedDeal): boolean => one.deal === other.deal && one.origin === other.origin;
/** What deals have of something together. */
const sumOf = (deals: readonly SignedDeal[], name: string): bigint =>
  deals.reduce((sum, deal) => sum + ((deal as Fields)[name] as bigint), 0n);

/**
 * Of each position whose ends have more lots or more margin together than its opening: that opening and those ends, a deal that is given twice once.
 * None of which two contradict each other already. All deals are known to be signed by one key.
 */
export function overParted(deals: readonly SignedDeal[]): SignedDeal[][] {
  const known = deals.filter((deal, at) => !isMicro(deal) && deals.findIndex((other) => !isMicro(other) && isOne(deal, other)) === at);
  return known.filter(isOpening).flatMap((opening) => {
    const ends = known.filter((end) => !isOpening(end) && end.origin === opening.origin && positionOf(end) === opening.order);
    const all = [opening, ...ends];
    const isOver = PARTED.some((name) => sumOf(ends, name) > sumOf([opening], name));
    return isOver && !all.some((one) => all.some((other) => contradicts(one, other))) ? [all] : [];
  });
}
