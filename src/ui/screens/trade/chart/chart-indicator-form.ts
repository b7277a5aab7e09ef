/** The choice of indicators as it is typed: texts of fields, what is wrong with them, and the choice that they make. */
import {
  areSoundNumbers,
  INDICATOR_BOUNDS,
  INDICATOR_DEFAULTS,
  INDICATOR_KINDS,
  type IndicatorKind,
  soundChoices,
} from '#domain/indicators/indicator-choice.ts';
import type { ChartChoice } from './chart-choice.ts';

export type IndicatorForm = {
  readonly hasVolume: boolean;
  readonly on: Readonly<Record<IndicatorKind, boolean>>;
  /** One text per number; of averages an empty one is no line. */
  readonly texts: Readonly<Record<IndicatorKind, readonly string[]>>;
};
/** 'range': the field at `at`; the others concern the whole indicator. */
export type IndicatorProblem = { readonly rule: 'range'; readonly at: number } | { readonly rule: 'one' | 'twice' | 'order' };

const isList = (kind: IndicatorKind): boolean => kind === 'ma' || kind === 'ema';

/** The form of a kept choice; what is out of bounds in it is left out. */
export function formOf(choice: ChartChoice): IndicatorForm {
  const indicators = soundChoices(choice.indicators);
  const chosen = (kind: IndicatorKind) => indicators.find((entry) => entry.kind === kind)?.numbers;
  const byKind = <T>(make: (kind: IndicatorKind) => T) =>
    Object.fromEntries(INDICATOR_KINDS.map((kind) => [kind, make(kind)])) as Record<IndicatorKind, T>;
  return {
    hasVolume: choice.hasVolume,
    on: byKind((kind) => chosen(kind) !== undefined),
    texts: byKind((kind) => {
      const numbers = chosen(kind) ?? INDICATOR_DEFAULTS[kind];
      return INDICATOR_BOUNDS[kind].map((_, at) => numbers[at]?.toString() ?? '');
    }),
  };
}

const numbersOf = ({ texts }: IndicatorForm, kind: IndicatorKind): number[] =>
  texts[kind].filter((text) => text !== '' || !isList(kind)).map((text) => (text === '' ? Number.NaN : Number(text)));

/** The first thing wrong with an indicator that is on; undefined when it can be shown. */
export function problemOf(form: IndicatorForm, kind: IndicatorKind): IndicatorProblem | undefined {
  if (!form.on[kind]) return undefined;
  const numbers = numbersOf(form, kind);
  if (areSoundNumbers(kind, numbers)) return undefined;
  if (numbers.length === 0) return { rule: 'one' };
  const at = form.texts[kind].findIndex((text, field) => !(text === '' && isList(kind)) && !isWithin(kind, field, text));
  if (at >= 0) return { rule: 'range', at };
  return { rule: isList(kind) ? 'twice' : 'order' };
}

function isWithin(kind: IndicatorKind, at: number, text: string): boolean {
  const bound = INDICATOR_BOUNDS[kind][at];
  const isWidth = kind === 'boll' && at === 1;
  const number = Number(text);
  return bound !== undefined && (isWidth ? /^\d(\.\d)?$/ : /^\d{1,3}$/).test(text) && number >= bound.min && number <= bound.max;
}

/** What the form stands for; undefined while something is wrong with it. */
export function choiceOf(form: IndicatorForm): ChartChoice | undefined {
  const kinds = INDICATOR_KINDS.filter((kind) => form.on[kind]);
  if (kinds.some((kind) => problemOf(form, kind))) return undefined;
  return { hasVolume: form.hasVolume, indicators: kinds.map((kind) => ({ kind, numbers: numbersOf(form, kind) })) };
}
