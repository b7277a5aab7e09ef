/**
 * The operator's settings of micro trades (decision D9.21): which durations are offered on which terms, stakes to choose from, and what the
 * house takes at most. Texts, as every setting is; what cannot be read is refused when it is set. Apart from the other defaults, so that a
 * page which shows no micro trade ships none of it.
 */
import { type Money, parseDecimal, type Ratio, unitOfDigits } from './decimal.ts';
import { typedStake } from './micro-stake.ts';

export const MICRO_SETTING_DEFAULTS = {
  /** `PRODUCT SECONDS RATIO LIMIT MAX`, a comma between rows; PRODUCT a code, or `all`. A product's own row goes before that for all. */
  micro_durations: '',
  micro_amounts: '10,20,50,100,200,500',
  /** A stake is a multiple of it. */
  micro_step: '1',
  /** What the house may lose on one product within ten seconds of expiries; `personExposureMax` says how much of it to one person. */
  micro_exposure_max: '100000',
} as const;
export type MicroSetting = keyof typeof MICRO_SETTING_DEFAULTS;

/** `code` is `undefined` in a row for all products. */
export type DurationRow = {
  readonly code: string | undefined;
  readonly seconds: number;
  readonly ratio: Ratio;
  readonly minStake: Money;
  readonly maxStake: Money;
};

const ALL = 'all';
const ROWS_MAX = 60;
const AMOUNTS_MAX = 12;
/** Of less than 1 the income, which is rounded to hundredths, could be so much more than the ratio that the odds would not hold. */
const STAKE_MIN: Money = 100_000_000n;
/** Of less the delay of the opening itself would be too large a part. */
const SECONDS_MIN = 5;
const SECONDS_MAX = 86_400;
const RATIO_MIN: Ratio = 10_000_000n;
/** Beyond it a coin flip earns (decision D9.19), and at a loss level of '1' a loss would be more than the stake. */
const RATIO_MAX: Ratio = 100_000_000n;
const RATIO_DIGITS = 2;
const EXPOSURE_MAX = 1_000_000_000;
const ROW = /^(all|[A-Z0-9]{2,20}) (\d{1,5}) (\S{1,12}) (\S{1,12}) (\S{1,12})$/;

const TAKES = `rows such as "${ALL} 60 0.8 10 1000": product or ${ALL}, seconds from ${SECONDS_MIN} to ${SECONDS_MAX}, ratio from 0.1 to 1, least and largest stake, 1 or more; at most ${ROWS_MAX}, none twice`;

function readRow(text: string): DurationRow | undefined {
  const [, code, seconds, ratioText = '', limitText = '', maxText = ''] = ROW.exec(text) ?? [];
  const ratio = parseDecimal<Ratio>(ratioText);
  const [minStake, maxStake] = [typedStake(limitText), typedStake(maxText)];
  if (ratio === undefined || minStake === undefined || maxStake === undefined || minStake < STAKE_MIN || maxStake < minStake)
    return undefined;
  if (ratio < RATIO_MIN || ratio > RATIO_MAX || ratio % unitOfDigits(RATIO_DIGITS) !== 0n) return undefined;
  const row = { code: code === ALL ? undefined : code, seconds: Number(seconds), ratio, minStake, maxStake };
  return row.seconds >= SECONDS_MIN && row.seconds <= SECONDS_MAX ? row : undefined;
}

const parts = (text: string): string[] => (text.trim() === '' ? [] : text.split(',').map((part) => part.trim()));

/** The rows of `micro_durations`; `undefined` when one cannot be read, or is there twice. */
export function readDurations(text: string): readonly DurationRow[] | undefined {
  const rows = parts(text).map(readRow);
  const keys = new Set(rows.map((row) => `${row?.code} ${row?.seconds}`));
  const isWhole = rows.every((row) => row !== undefined) && keys.size === rows.length && rows.length <= ROWS_MAX;
  return isWhole ? (rows as DurationRow[]) : undefined;
}

/** What a product offers, shortest first: its own rows, and those for all that it has none of its own for. `code` undefined: those for all. */
export function durationsOf(rows: readonly DurationRow[], code: string | undefined): readonly DurationRow[] {
  const own = rows.filter((row) => row.code === code);
  const general = rows.filter((row) => row.code === undefined && !own.some(({ seconds }) => seconds === row.seconds));
  return [...own, ...general].sort((a, b) => a.seconds - b.seconds);
}

/** The stakes of `micro_amounts`; `undefined` when one is none. */
export function readAmounts(text: string): readonly Money[] | undefined {
  const amounts = parts(text).map(typedStake);
  return amounts.length <= AMOUNTS_MAX && amounts.every((amount) => amount !== undefined) ? (amounts as Money[]) : undefined;
}

/** How many terms a list has. With an empty one nobody could open a trade, and nothing would tell the operator why. */
const LISTS: Partial<Record<MicroSetting, (text: string) => number>> = {
  micro_durations: (text) => readDurations(text)?.length ?? 0,
  micro_amounts: (text) => readAmounts(text)?.length ?? 0,
};

/** The list of terms that is empty, or holds what cannot be read; `undefined` when micro trades may be on with these. */
export const emptyMicroList = (get: (name: MicroSetting) => string): MicroSetting | undefined =>
  (Object.keys(LISTS) as MicroSetting[]).find((name) => LISTS[name]?.(get(name)) === 0);

/** What each setting takes, in words, and whether it takes a value. */
export const MICRO_SETTING_RULES: Readonly<Record<MicroSetting, { takes: string; allows: (value: string) => boolean }>> = {
  micro_durations: { takes: TAKES, allows: (value) => readDurations(value) !== undefined },
  micro_amounts: {
    takes: `at most ${AMOUNTS_MAX} stakes with commas between, such as 10,20,50`,
    allows: (value) => (readAmounts(value)?.length ?? 0) > 0,
  },
  micro_step: { takes: 'an amount above 0 with at most two digits after the point', allows: (value) => typedStake(value) !== undefined },
  micro_exposure_max: {
    takes: `an amount from 1 to ${EXPOSURE_MAX}`,
    allows: (value) => typedStake(value) !== undefined && Number(value) >= 1 && Number(value) <= EXPOSURE_MAX,
  },
};
