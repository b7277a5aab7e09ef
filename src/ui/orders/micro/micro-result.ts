/** How a micro trade came out: said alike by its row of the records, its sheet and its toast. */
import { isMicroVoid, type MicroTrade, type MicroVoidReason } from '#domain/micro-trade.ts';
import { type Key, t } from '../../language/i18n.ts';
import { amountTone, arrowOf, signedAmountText } from '../../text/format.ts';
import { moneyText } from '../../text/money.ts';

type Outcome = 'won' | 'lost' | 'void';
type MicroResult = {
  /** 'Won', 'Lost', 'Returned'. */
  readonly word: string;
  /** What a row has room for: '+28.33', or that the stake was returned. */
  readonly short: string;
  /** '+28.33 USD'; the stake of a void one, which is no gain and has no sign. */
  readonly money: string;
  /** The tone and the arrow of the money: none of a void one. */
  readonly tone: ReturnType<typeof amountTone>;
  readonly arrow: string;
  /** Why it is void; '' otherwise. */
  readonly reason: string;
};

const WORDS = { won: 'micro:won', lost: 'micro:lost.word', void: 'micro:void' } as const satisfies Record<Outcome, Key>;
const REASONS = { gap: 'micro:void.gap', reset: 'micro:void.reset' } as const satisfies Record<MicroVoidReason, Key>;

type Ended = Pick<MicroTrade, 'end' | 'profit' | 'stake'>;

export const microOutcome = ({ end, profit = 0n }: Ended): Outcome => (isMicroVoid(end) ? 'void' : profit >= 0n ? 'won' : 'lost');

/** Of a trade that is over, in words that must be here already (`micro`). */
export function microResult(trade: Ended): MicroResult {
  const { end, profit = 0n, stake } = trade;
  const word = t(WORDS[microOutcome(trade)]);
  if (isMicroVoid(end)) return { word, short: word, money: moneyText(stake), tone: '', arrow: '', reason: t(REASONS[end]) };
  return {
    word,
    short: signedAmountText(profit, 2),
    money: moneyText(profit, { sign: true }),
    tone: amountTone(profit, 2),
    arrow: arrowOf(profit),
    reason: '',
  };
}
