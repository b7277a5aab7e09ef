/** A price alert as it is filled in: what is typed, what is wrong with it, and what would be sent. Knows no screen and no words. */
import { decimalFromNumber, ONE, type Price, parseDecimal, type Ratio, toNumber, unitOfDigits } from '#domain/decimal.ts';
import { ALERT_WINDOWS_S, type AlertRepeat, type AlertTerms, alertProblem, type PriceAlert } from '#domain/price-alert.ts';
import { typedPriceProblem } from '#domain/typed-price.ts';
import type { AlertEdit } from '#protocol/alert-wire.ts';

/** `price` and `percent` as typed; the one that is not of this way stays as it was. */
export type AlertForm = {
  readonly way: 'price' | 'move';
  readonly price: string;
  readonly percent: string;
  readonly windowS: number;
  readonly repeat: AlertRepeat;
};
/** 'no-quote': without a price of the product nobody knows on which side of it the alert lies; 'too-large': as large as no price can be. */
export type FormProblem =
  | NonNullable<ReturnType<typeof alertProblem>>
  | { readonly field: 'price'; readonly why: 'no-quote' | 'too-large' };
/** What a form is looked at beside. `now`: the newest price, NaN while there is none; `others`: the person's other alerts. */
export type FormScene = {
  readonly productId: number;
  readonly pricePrecision: number;
  readonly now: number;
  readonly others: readonly AlertTerms[];
};

const START = { percent: '1', windowS: ALERT_WINDOWS_S[3] ?? 3_600, repeat: 'once' } as const;

/** A form to begin with. `price`: text as the field shows it, '' for none. */
export const newAlertForm = (price: string): AlertForm => ({ way: 'price', price, ...START });

export const alertFormOf = (alert: PriceAlert, digits: number): AlertForm => ({
  way: alert.kind === 'move' ? 'move' : 'price',
  price: alert.price === undefined ? '' : toNumber(alert.price).toFixed(digits),
  percent: alert.percent === undefined ? START.percent : String(toNumber(alert.percent)),
  windowS: alert.windowS ?? START.windowS,
  repeat: alert.repeat,
});

/** The price that lies so many percent from another, cut to the product's digits: 1 percent above 1.08342 with 5 is '1.09425'. None for NaN: ''. */
export function priceAway(now: number, percent: number, digits: number): string {
  const price = decimalFromNumber<Price>(now);
  const share = decimalFromNumber<Ratio>(percent);
  if (price === undefined || share === undefined) return '';
  const unit = unitOfDigits(digits);
  const moved = price + (price * share) / (100n * ONE);
  return toNumber((moved / unit) * unit).toFixed(digits);
}

/** The side of the newest price on which a price lies: what an alert there waits for. None at the newest price itself, and while there is none. */
export function sideOf(price: Price | undefined, now: number): 'above' | 'below' | undefined {
  const newest = decimalFromNumber<Price>(now);
  if (price === undefined || newest === undefined || price === newest) return undefined;
  return price > newest ? 'above' : 'below';
}

/** What the form asks for: of a price the side is the one that it lies on. */
export function termsOf({ way, price, percent, windowS, repeat }: AlertForm, { productId, now }: FormScene): AlertTerms {
  const base = { productId, repeat, price: undefined, percent: undefined, windowS: undefined };
  if (way === 'move') return { ...base, kind: 'move', percent: parseDecimal<Ratio>(percent), windowS };
  const wanted = parseDecimal<Price>(price);
  return { ...base, kind: sideOf(wanted, now) ?? 'above', price: wanted };
}

/** The first thing that is wrong. Of an alert that is edited, what was not touched is not checked: the market may be at its price just now. */
export function formProblem(form: AlertForm, scene: FormScene, opened?: PriceAlert): FormProblem | undefined {
  const terms = termsOf(form, scene);
  if (opened && terms.price === opened.price && terms.percent === opened.percent && terms.windowS === opened.windowS) return undefined;
  const newest = decimalFromNumber<Price>(scene.now) ?? 0n;
  const problem = alertProblem(terms, { newest, pricePrecision: scene.pricePrecision, others: scene.others });
  if (form.way === 'price' && newest <= 0n && (!problem || problem.why === 'wrong-side')) return { field: 'price', why: 'no-quote' };
  // What is typed may be no price at all, and says more than that there is none.
  const typed = form.way === 'price' ? typedPriceProblem(form.price, scene.pricePrecision) : undefined;
  return typed && terms.price === undefined ? { field: 'price', why: typed } : problem;
}

/** What has been changed of an alert; nothing where nothing has. A price that has crossed the newest one waits on its other side. */
export function alertEditOf(form: AlertForm, alert: PriceAlert, scene: FormScene): AlertEdit {
  const { kind, price, percent, windowS, repeat } = termsOf(form, scene);
  return {
    ...(price !== undefined && price !== alert.price && { price, ...(kind !== 'move' && kind !== alert.kind && { kind }) }),
    ...(percent !== undefined && percent !== alert.percent && { percent }),
    ...(windowS !== undefined && windowS !== alert.windowS && { windowS }),
    ...(repeat !== alert.repeat && { repeat }),
  };
}
