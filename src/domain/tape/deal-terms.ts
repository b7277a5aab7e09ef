/** The last two lines of a signed deal: when its product trades, and the terms that its kind alone has. Pure text and back. */
import type { MarginMode, Side } from '../contract.ts';
import type { Lots, Money, Price, Ratio } from '../decimal.ts';
import { OPEN_ORDERS_MAX } from '../order-request.ts';
import type { TriggerSide } from '../stops.ts';
import { aboveZero, amount, integer, notBelowZero, oneOf, silence, type Value, word } from './deal-values.ts';
import type { Silence } from './silence.ts';

/** Tick numbers [fromSeq, toSeq): for these the operator had closed the product. */
export type ProductHalt = { readonly fromSeq: number; readonly toSeq: number };
/**
 * `calendar`: its name in `market-hours.ts`, or 'recorded' for a product that is replayed and trades whenever it has ticks. Halts ascend and
 * do not touch. A tick is in open hours when the calendar is open at the tick's own time and no halt holds its number.
 */
export type DealHours = { readonly calendar: string; readonly halts: readonly ProductHalt[] };

/** What the fee of an opening is made of: `tradeFee` of the margin, the lots and these. */
type OpeningTerms = Silence & { readonly feeType: string; readonly feeRate: Ratio };
/** `trigger`: from which side `level` is met. `goodTillMs`: it would have been cancelled before the first tick of this time; 0: it waited for ever. */
type PendingTerms = OpeningTerms & { readonly trigger: TriggerSide; readonly goodTillMs: number };
/** Where the position was opened: its profit is `contractProfit` from here. */
type Opened = { readonly openPrice: Price; readonly openSeq: number };
type ClosingTerms = Silence & Opened;
/** Both stops as they stood, 0 where there was none, each with the last tick that did not count for it. The one that was met is `level` and `fromSeq` of the deal. */
type StoppedTerms = ClosingTerms & {
  readonly stopLoss: Price;
  readonly stopLossFrom: number;
  readonly takeProfit: Price;
  readonly takeProfitFrom: number;
  /** Where the other stop counted for longer: its last tick that did not count, from which on the tape is looked through. Deals of before are without. */
  readonly stopsFrom?: number | undefined;
};
/**
 * What the account had before this close, the deficit as what is owed; `positions`: all that it held, the closed one among them, by number.
 * Equity is balance + held + pending - deficit and the profits of all positions, each at its tick; the margin is `held`.
 */
type StopOutTerms = Opened & {
  readonly balance: Money;
  /** Margin of all positions. */
  readonly held: Money;
  /** Locked for pending orders. */
  readonly pending: Money;
  readonly deficit: Money;
  readonly positions: readonly HeldPosition[];
};
/** Its ratio, its end in unix ms, and what a loss costs: '0' the whole stake, '1' what it would have won. */
type StakedTerms = Silence & { readonly stake: Money; readonly ratio: Ratio; readonly expiryMs: number; readonly lossLevel: string };

/** A position of an account that was stopped out. It can be closed when the judge knows its price, its product is open at `knownSeq`, and a tick or confirm is at most its silence old. */
export type HeldPosition = Silence & {
  readonly order: number;
  readonly product: number;
  readonly side: Side;
  readonly lots: Lots;
  readonly openPrice: Price;
  readonly contractNumber: Ratio;
  readonly quoteRate: Ratio;
  readonly marginMode: MarginMode;
  /** Newest tick that it is not judged by; at or above `knownSeq` its profit counts as 0. */
  readonly fromSeq: number;
  /** Newest tick of its product at `knownSeq`, whose price values it; 0: none, and its profit counts as 0. */
  readonly tickSeq: number;
  /** Halts at `knownSeq` alone. */
  readonly hours: DealHours;
};

/** The terms of each kind of deal. */
export type DealTerms = {
  opening: OpeningTerms;
  pending: PendingTerms;
  closing: ClosingTerms;
  stopped: StoppedTerms;
  stopOut: StopOutTerms;
  staked: StakedTerms;
  micro: StakedTerms & ClosingTerms;
};
export type TermsKind = keyof DealTerms;

/** Stretches in which the operator had closed the product, that one deal may name; in the place of more: `untold-hours.ts`. */
export const HALTS_MAX = 500;

/** The values of a list; `undefined` where one is none or there are more than `most`. */
function all<T>(texts: readonly string[], most: number, read: (text: string) => T | undefined): T[] | undefined {
  if (texts.length > most) return undefined;
  const values = texts.map(read);
  return values.every((value) => value !== undefined) ? (values as T[]) : undefined;
}

function haltOf(text: string): ProductHalt | undefined {
  const [fromSeq, toSeq, ...more] = text.split('-').map(integer.read);
  return fromSeq === undefined || toSeq === undefined || more.length > 0 || toSeq <= fromSeq ? undefined : { fromSeq, toSeq };
}

const isAscending = (halts: readonly ProductHalt[]): boolean =>
  halts.every(({ fromSeq }, at) => at === 0 || fromSeq > (halts[at - 1]?.toSeq ?? 0));

/** `fx` or `fx,1200-1300,1400-1500`. */
export const hoursValue: Value<DealHours> = {
  write: ({ calendar, halts }) => [calendar, ...halts.map(({ fromSeq, toSeq }) => `${fromSeq}-${toSeq}`)].join(','),
  read(text) {
    const [name = '', ...spans] = text.split(',');
    const calendar = word.read(name);
    const halts = all(spans, HALTS_MAX, haltOf);
    return calendar === undefined || halts === undefined || !isAscending(halts) ? undefined : { calendar, halts };
  },
  takes: `the name of a calendar and up to ${HALTS_MAX} stretches of ticks`,
};

type Part<T> = { readonly [K in keyof T]-?: readonly [key: K, value: Value<Exclude<T[K], undefined>>] }[keyof T];

/** Stands last, where it is said. */
const SILENT: readonly [key: 'silenceMs', value: Value<number>] = ['silenceMs', silence];
/** What stands only where it is said. */
const MAY_LACK: ReadonlySet<PropertyKey> = new Set<keyof StoppedTerms>(['stopsFrom', 'silenceMs']);

const POSITION: readonly Part<HeldPosition>[] = [
  ['order', integer],
  ['product', integer],
  ['side', oneOf<Side>('buy', 'sell')],
  ['lots', aboveZero],
  ['openPrice', aboveZero],
  ['contractNumber', aboveZero],
  ['quoteRate', aboveZero],
  ['marginMode', oneOf<MarginMode>(0, 1)],
  ['fromSeq', integer],
  ['tickSeq', integer],
  ['hours', hoursValue],
  SILENT,
];

/** Those that a value has. */
const partsIn = <T>(parts: readonly Part<T>[], value: T): readonly Part<T>[] =>
  parts.filter(([key]) => value[key] !== undefined || !MAY_LACK.has(key));

/** The texts of a value's parts. */
const textsOf = <T>(parts: readonly Part<T>[], value: T): string[] =>
  parts.map(([key, part]) => (part as Value<unknown>).write(value[key]));

/** A value from the texts of its parts; `undefined` where one is none. */
function fromTexts<T>(parts: readonly Part<T>[], texts: readonly string[]): T | undefined {
  if (texts.length !== parts.length) return undefined;
  const value: Partial<T> = {};
  for (const [at, [key, part]] of parts.entries()) {
    const read = part.read(texts[at] as string);
    if (read === undefined) return undefined;
    value[key] = read as T[keyof T];
  }
  return value as T;
}

/** One that stood there twice would count twice. */
const areByNumber = (positions: readonly HeldPosition[]): boolean =>
  positions.every(({ order }, at) => at === 0 || order > (positions[at - 1]?.order ?? 0));

const positionsValue: Value<readonly HeldPosition[]> = {
  write: (positions) => positions.map((position) => textsOf(partsIn(POSITION, position), position).join(':')).join(';'),
  read(text) {
    const positions = all(text.split(';'), OPEN_ORDERS_MAX, (one) => {
      const texts = one.split(':');
      return fromTexts(texts.length === POSITION.length ? POSITION : POSITION.slice(0, -1), texts);
    });
    return positions && areByNumber(positions) ? positions : undefined;
  },
  takes: `1 to ${OPEN_ORDERS_MAX} positions by number, of ${POSITION.length - 1} parts, and ${SILENT[0]}`,
};

const OPENING: readonly Part<OpeningTerms>[] = [
  ['feeType', word],
  ['feeRate', amount],
];
const CLOSING: readonly Part<Opened>[] = [
  ['openPrice', aboveZero],
  ['openSeq', integer],
];
const STAKED: readonly Part<StakedTerms>[] = [
  ['stake', aboveZero],
  ['ratio', notBelowZero],
  ['expiryMs', integer],
  ['lossLevel', word],
];
const STOPS: readonly Part<StoppedTerms>[] = [
  ['stopLoss', amount],
  ['stopLossFrom', integer],
  ['takeProfit', amount],
  ['takeProfitFrom', integer],
  ['stopsFrom', integer],
];
const PARTS: { readonly [K in TermsKind]: readonly Part<DealTerms[K]>[] } = {
  opening: [...OPENING, SILENT],
  pending: [...OPENING, ['trigger', oneOf<TriggerSide>('down', 'up', 'now')], ['goodTillMs', integer], SILENT],
  closing: [...CLOSING, SILENT],
  stopped: [...CLOSING, ...STOPS, SILENT],
  stopOut: [...CLOSING, ['balance', amount], ['held', amount], ['pending', amount], ['deficit', amount], ['positions', positionsValue]],
  staked: [...STAKED, SILENT],
  micro: [...STAKED, ...CLOSING, SILENT],
};

/** How a term is called in the text. */
const NAMES = {
  feeType: 'fee_type',
  feeRate: 'fee_rate',
  trigger: 'trigger',
  goodTillMs: 'good_till',
  openPrice: 'open',
  openSeq: 'open_tick',
  stopLoss: 'stop_loss',
  stopLossFrom: 'stop_loss_from',
  takeProfit: 'take_profit',
  takeProfitFrom: 'take_profit_from',
  stopsFrom: 'stops_from',
  balance: 'balance',
  held: 'held',
  pending: 'pending',
  deficit: 'deficit',
  positions: 'positions',
  stake: 'stake',
  ratio: 'ratio',
  expiryMs: 'expiry',
  lossLevel: 'loss_level',
  silenceMs: 'silence',
} as const;
type TermName = keyof typeof NAMES;

/** `name=value` for each term of the kind in their order, a blank between: `fee_type=1 fee_rate=6`. */
export const termsValue = <K extends TermsKind>(kind: K): Value<DealTerms[K]> => {
  const parts: readonly Part<DealTerms[K]>[] = PARTS[kind];
  const namesOf = (some: typeof parts): string[] => some.map(([key]) => NAMES[key as TermName]);
  return {
    write(terms) {
      const said = partsIn(parts, terms);
      const names = namesOf(said);
      return textsOf(said, terms)
        .map((one, at) => `${names[at]}=${one}`)
        .join(' ');
    },
    read(text) {
      const named = text.split(' ').map((one) => one.split('='));
      const said = parts.filter(([key]) => !MAY_LACK.has(key) || named.some(([name]) => name === NAMES[key as TermName]));
      const names = namesOf(said);
      const isOurs = named.every(([name, , more], at) => name === names[at] && more === undefined);
      return isOurs
        ? fromTexts(
            said,
            named.map(([, value = '']) => value),
          )
        : undefined;
    },
    takes: `${namesOf(parts).join('= ')}=`,
  };
};
