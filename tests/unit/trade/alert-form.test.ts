import { describe, expect, it } from 'vitest';
import { decimal, type Price, type Ratio } from '#domain/decimal.ts';
import type { PriceAlert } from '#domain/price-alert.ts';
import {
  type AlertForm,
  alertEditOf,
  alertFormOf,
  type FormScene,
  formProblem,
  newAlertForm,
  priceAway,
  sideOf,
  termsOf,
} from '#ui/alerts/alert-form.ts';

const SCENE: FormScene = { productId: 1, pricePrecision: 5, now: 1.08342, others: [] };
const form = (over: Partial<AlertForm> = {}): AlertForm => ({ ...newAlertForm('1.09'), ...over });
const alert = (over: Partial<PriceAlert> = {}): PriceAlert => ({
  ...{ id: 31, productId: 1, code: 'EURUSD', kind: 'above', price: decimal<Price>('1.09'), percent: undefined, windowS: undefined },
  ...{ repeat: 'once', state: 'waiting', createdMs: 1 },
  ...over,
});
const why = (over: Partial<AlertForm>, scene: Partial<FormScene> = {}) => formProblem(form(over), { ...SCENE, ...scene })?.why;

describe('D9.150 the price of a new alert', () => {
  it('lies so many percent from the newest, cut to the digits of the product', () => {
    expect([priceAway(1.08342, 1, 5), priceAway(1.08342, -0.5, 5), priceAway(58_717.5, 0.5, 2)]).toEqual([
      '1.09425',
      '1.07800',
      '59011.08',
    ]);
    expect(priceAway(Number.NaN, 1, 5)).toBe('');
  });

  it('is waited for on the side on which it lies; at the newest price, and without one, on none', () => {
    const at = (price: string, now = 1.08342) => sideOf(decimal<Price>(price), now);
    expect([at('1.08343'), at('1.08341'), at('1.08342'), at('1.09', Number.NaN)]).toEqual(['above', 'below', undefined, undefined]);
    expect(termsOf(form({ price: '1.08' }), SCENE)).toMatchObject({ kind: 'below', percent: undefined, windowS: undefined });
  });
});

describe('D9.151 what is wrong with an alert', () => {
  it('is the rule that the server refuses by, and that a price is missing to compare with', () => {
    expect([why({}), why({ price: '' }), why({ price: '1.080001' }), why({ price: '1.08342' })]).toEqual([
      undefined,
      'missing',
      'too-fine',
      'wrong-side',
    ]);
    expect([why({}, { now: Number.NaN }), why({ price: '' }, { now: Number.NaN })]).toEqual(['no-quote', 'missing']);
    expect(why({}, { others: [alert()] })).toBe('doubled');
    const moves = ['', '0.05', '60', '0.255', '1'].map((percent) => why({ way: 'move', percent }));
    expect(moves).toEqual(['missing', 'out-of-bounds', 'out-of-bounds', 'too-fine', undefined]);
  });

  it('is not looked for in what an edit does not touch: the market may stand at its price just now', () => {
    const own = alert({ price: decimal<Price>('1.08342') });
    expect(formProblem(alertFormOf(own, 5), SCENE, own)).toBeUndefined();
    expect(formProblem({ ...alertFormOf(own, 5), price: '' }, SCENE, own)?.why).toBe('missing');
  });
});

describe('D9.153 an edit', () => {
  const edit = (own: PriceAlert, over: Partial<AlertForm>) => alertEditOf({ ...alertFormOf(own, 5), ...over }, own, SCENE);

  it('says what has changed alone; a price that has crossed the newest one changes its side too', () => {
    expect(edit(alert(), {})).toEqual({});
    expect(edit(alert(), { price: '1.0950' })).toEqual({ price: decimal('1.095') });
    expect(edit(alert(), { price: '1.07' })).toEqual({ price: decimal('1.07'), kind: 'below' });
    expect(edit(alert(), { repeat: 'every' })).toEqual({ repeat: 'every' });
    const move = alert({ kind: 'move', price: undefined, percent: decimal<Ratio>('0.5'), windowS: 300 });
    expect(edit(move, { percent: '0.50', windowS: 900 })).toEqual({ windowS: 900 });
  });
});
