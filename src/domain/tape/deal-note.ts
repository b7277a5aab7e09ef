/**
 * A deal as the server signs it for its owner: what was executed, by which rule, and what its recheck by the tape needs. Pure. The text is
 * `outcry-deal/v1` and one line `key value` for each field, in this order, LF after each, an absent value written as `-`; it is the text of a
 * signed note. There is one text for a deal: what reads back is written again and must be the same, so nothing can be said twice or otherwise.
 */
import type { MarginMode, Side } from '../contract.ts';
import type { Lots, Money, Price, Ratio } from '../decimal.ts';
import type { MicroSide } from '../micro.ts';
import { MAY_HAVE, SHAPES, type Shape } from './deal-shapes.ts';
import { type DealHours, type DealTerms, hoursValue, termsValue } from './deal-terms.ts';
import { ABSENT, amount, integer, oneOf, place, type Value, word } from './deal-values.ts';

/** Longest text of a deal: 200 positions of a stop-out, each with its hours, stay well below. */
const DEAL_TEXT_MAX = 256 * 1024;
const HEAD = 'outcry-deal/v1';

/** What every deal says. Numbers of ticks (`seq`) are those of the tape; times are unix ms; decimals are exact. */
type Common = {
  /** Of the log that its ticks are in. */
  readonly origin: string;
  readonly realm: 'demo' | 'real';
  /** Public number of its owner. */
  readonly uid: string;
  /** Of contract orders the number of the deal; of a micro trade twice its number, and one more for its end. */
  readonly deal: number;
  /** Number of the order, or of the micro trade. */
  readonly order: number;
  readonly product: number;
  /** Trading time: of a deal that a tick brought about the tick's own; of an act the tape's, never before its tick; of a micro trade's end its expiry. */
  readonly timeMs: number;
  /** What it brought; 0 for an opening. A fee is not in it. */
  readonly profit: Money;
};

/** A deal of a contract order: always at a price. */
type ContractDeal = Common & {
  /** The position that a closed part was parted from; undefined for any other. */
  readonly parent: number | undefined;
  readonly side: Side;
  /** Lots that were executed. */
  readonly lots: Lots;
  /** Price of the newest tick of the product at `knownSeq`, and that tick, never a confirm. */
  readonly price: Price;
  readonly tickSeq: number;
  /** Charged with the opening; 0 for a close. */
  readonly fee: Money;
  /** Of an opening the margin that it takes by `initialMargin`; of a close what the closed lots had of it. */
  readonly margin: Money;
  readonly contractNumber: Ratio;
  readonly quoteRate: Ratio;
  readonly leverage: number;
  readonly marginMode: MarginMode;
};

/** A deal of a micro trade. Lots, fee, margin, contract terms and hours are absent. */
type MicroDeal = Common & { readonly side: MicroSide };

/** A price that the tape gave, and its tick. */
type Priced = { readonly price: Price; readonly tickSeq: number };
/** Of a void end. */
type Unpriced = { readonly price: undefined; readonly tickSeq: undefined };

/**
 * What a recheck goes by. `knownSeq`: newest tick of the whole tape that the execution knew. Of an act it was read in one statement with the
 * price; of a judged deal it is the tick or confirm at which the judge looked, which gave the price or made the product tradable again.
 * `hours`: when the product trades, with the operator's closings after `fromSeq` (without one: at `knownSeq`) up to `knownSeq`.
 */
type Known = { readonly knownSeq: number };
type Judged = Known & {
  /** What the price had to reach: of a stop the stop, of a pending order the price that it waited for. */
  readonly level: Price;
  /**
   * The last tick that did not count: the first tick or confirm of the product after it, at which the product is open and its newest price has
   * reached `level`, is `knownSeq`.
   */
  readonly fromSeq: number;
};
type WithHours = { readonly hours: DealHours };

/** `market`: price is the product's newest at `knownSeq`, with a tick or confirm at most 5 s before. */
export type MarketOpening = ContractDeal & WithHours & Known & { kind: 'open'; rule: 'market' | 'reverse'; terms: DealTerms['opening'] };
/** `terms.trigger` says which side `level` is met from. */
export type PendingOpening = ContractDeal & WithHours & Judged & { kind: 'open'; rule: 'pending'; terms: DealTerms['pending'] };
/** As a market opening; of a `reset` only the tick counts, however old, and hours and freshness do not. */
export type AskedClose = ContractDeal &
  WithHours &
  Known & { kind: 'close'; rule: 'close' | 'reverse' | 'reset'; terms: DealTerms['closing'] };
/** `level` is the stop that was met. Both stops, each with its own last tick that did not count, are in `terms`; where both are met it is `sl`. */
export type StopClose = ContractDeal & WithHours & Judged & { kind: 'close'; rule: 'sl' | 'tp'; terms: DealTerms['stopped'] };
/**
 * `level`: the margin level in percent at or below which an account is stopped out. At `knownSeq` equity / margin x 100 of the funds in `terms`
 * is not above it, and of the positions that can be closed this one has the largest loss; of equal ones the older, by number.
 */
export type StopOutClose = ContractDeal & WithHours & Known & { kind: 'close'; rule: 'stopout'; level: Ratio; terms: DealTerms['stopOut'] };
/** As a market opening, without hours. */
export type MicroOpening = MicroDeal & Priced & Known & { kind: 'micro-open'; rule: 'market'; terms: DealTerms['staked'] };
/**
 * `knownSeq`: the tick before the first one, of any product, whose own time is later than the expiry; while the tape stands still the newest.
 * The price is the product's newest at `knownSeq`, which has a tick or confirm later than expiry - 5 s.
 */
export type MicroEnd = MicroDeal & Priced & Known & { kind: 'micro-end'; rule: 'micro'; terms: DealTerms['micro'] };
/** `micro-void`: up to `knownSeq`, as of a `MicroEnd`, the product has no tick or confirm later than expiry - 5 s. `reset`: its demo was reset; nothing to recheck. */
export type MicroVoid = MicroDeal & Unpriced & Known & { kind: 'micro-end'; rule: 'micro-void' | 'reset'; terms: DealTerms['micro'] };
/** From before rules were recorded: nobody can tell by which. A void end of a micro trade has no price. */
type OldDeal = { rule: undefined } & (
  | (ContractDeal & { kind: 'open' | 'close' })
  | (MicroDeal & (Priced | Unpriced) & { kind: 'micro-open' | 'micro-end' })
);

export type SignedDeal = Readonly<
  MarketOpening | PendingOpening | AskedClose | StopClose | StopOutClose | MicroOpening | MicroEnd | MicroVoid | OldDeal
>;
type DealKind = SignedDeal['kind'];
export type DealRule = Exclude<SignedDeal['rule'], undefined>;

const RULES = [
  'market',
  'close',
  'reverse',
  'reset',
  'pending',
  'sl',
  'tp',
  'stopout',
  'micro',
  'micro-void',
] as const satisfies readonly DealRule[];

type Field = readonly [name: string, key: string, value: Value<unknown>];
const field = <T>(name: string, key: string, value: Value<T>): Field => [name, key, value as unknown as Value<unknown>];
/** All but `terms`, which the kind and the rule say how to read. */
const FIELDS: readonly Field[] = [
  field('origin', 'origin', place),
  field('realm', 'realm', oneOf('demo', 'real')),
  field('uid', 'uid', word),
  field('deal', 'deal', integer),
  field('kind', 'kind', oneOf<DealKind>('open', 'close', 'micro-open', 'micro-end')),
  field('order', 'order', integer),
  field('parent', 'parent', integer),
  field('product', 'product', integer),
  field('side', 'side', oneOf('buy', 'sell', 'up', 'down')),
  field('lots', 'lots', amount),
  field('price', 'price', amount),
  field('tick', 'tickSeq', integer),
  field('rule', 'rule', oneOf(...RULES)),
  field('level', 'level', amount),
  field('from', 'fromSeq', integer),
  field('known', 'knownSeq', integer),
  field('time', 'timeMs', integer),
  field('profit', 'profit', amount),
  field('fee', 'fee', amount),
  field('margin', 'margin', amount),
  field('contract', 'contractNumber', amount),
  field('quote_rate', 'quoteRate', amount),
  field('leverage', 'leverage', integer),
  field('margin_mode', 'marginMode', oneOf(0, 1)),
  field('hours', 'hours', hoursValue),
];

type Values = Readonly<Record<string, unknown>>;
type Problem = { readonly problem: string };

const shapeName = ({ kind, rule }: Values): string => `${kind} ${rule ?? ABSENT}`;

/** The text that is signed, with a line feed at its end. Throws for a deal of no known shape. */
export function dealText(deal: SignedDeal): string {
  const values: Values = deal;
  const kind = SHAPES[shapeName(values)];
  if (!kind) throw new Error(`deal ${deal.deal}: there is no deal of the shape "${shapeName(values)}"`);
  const lines = FIELDS.map(([name, key, value]) => `${name} ${values[key] === undefined ? ABSENT : value.write(values[key] as never)}`);
  const terms = kind.terms ? (termsValue(kind.terms) as Value<unknown>).write(values.terms) : ABSENT;
  return [HEAD, ...lines, `terms ${terms}`, ''].join('\n');
}

/** The value of a line; its problem where it is not the field's, or none of its values. */
function lineValue(line: string, name: string, value: Value<unknown>): { value: unknown } | Problem {
  if (!line.startsWith(`${name} `)) return { problem: `got "${line.slice(0, 80)}" where ${name} is due` };
  const text = line.slice(name.length + 1);
  const read = text === ABSENT ? undefined : value.read(text);
  const isValue = text === ABSENT || read !== undefined;
  return isValue ? { value: read } : { problem: `${name}: got "${text.slice(0, 80)}", takes ${value.takes}` };
}

/** Why a deal has not what its shape says, or undefined. */
function shapeProblem(values: Values, { has }: Shape): string | undefined {
  // Nothing of a reset is rechecked, so real money must never end by one.
  if (values.rule === 'reset' && values.realm !== 'demo') return `realm: got "${values.realm}", a deal of the rule reset is of demo`;
  const may = [...(MAY_HAVE[String(values.kind)] ?? []), ...(MAY_HAVE[shapeName(values)] ?? [])];
  for (const [name, key] of FIELDS) {
    const isThere = values[key] !== undefined;
    if (isThere ? !has.includes(key) && !may.includes(key) : has.includes(key)) {
      return `${name}: got ${isThere ? 'a value' : 'none'}, a deal "${shapeName(values)}" has ${isThere ? 'none' : 'one'}`;
    }
  }
  if ((values.price === undefined) !== (values.tickSeq === undefined)) return 'price: got one without its tick, takes both or neither';
  return undefined;
}

/** A deal from the text of its note. What is wrong is named with field, value and what is allowed. */
export function readDeal(text: string): SignedDeal | Problem {
  if (text.length > DEAL_TEXT_MAX) return { problem: `deal: got ${text.length} letters, takes ${DEAL_TEXT_MAX}` };
  const [head = '', ...lines] = text.split('\n');
  if (head !== HEAD) return { problem: `deal: got "${head.slice(0, 80)}", takes ${HEAD}` };
  if (lines.length !== FIELDS.length + 2 || lines.at(-1) !== '') {
    return { problem: `deal: got ${lines.length} lines, takes ${FIELDS.length + 1} and a line feed at the end` };
  }
  const values: Record<string, unknown> = {};
  for (const [at, [name, key, value]] of FIELDS.entries()) {
    const read = lineValue(lines[at] as string, name, value);
    if ('problem' in read) return read;
    values[key] = read.value;
  }
  const kind = SHAPES[shapeName(values)];
  if (!kind) return { problem: `rule: got "${values.rule ?? ABSENT}", which a deal of the kind ${values.kind} cannot have` };
  const problem = shapeProblem(values, kind);
  if (problem) return { problem };
  const terms = lineValue(lines[FIELDS.length] as string, 'terms', kind.terms ? (termsValue(kind.terms) as Value<unknown>) : NO_TERMS);
  if ('problem' in terms) return terms;
  if (kind.terms && terms.value === undefined) return { problem: `terms: got none, takes ${termsValue(kind.terms).takes}` };
  const deal = { ...values, ...(kind.terms && { terms: terms.value }) } as unknown as SignedDeal;
  return dealText(deal) === text ? deal : { problem: 'deal: got a value in another form than it is written in' };
}

const NO_TERMS: Value<unknown> = { write: () => ABSENT, read: () => undefined, takes: ABSENT };
