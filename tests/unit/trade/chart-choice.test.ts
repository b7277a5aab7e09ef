import { beforeEach, describe, expect, it } from 'vitest';
import { storage } from '#ui/browser/storage.ts';
import type { ChartChoice } from '#ui/screens/trade/chart/chart-choice.ts';
import { keepChartChoice, readChartChoice } from '#ui/screens/trade/chart/chart-choice.ts';
import { choiceOf, formOf, type IndicatorForm, problemOf } from '#ui/screens/trade/chart/chart-indicator-form.ts';

const NOTHING: ChartChoice = { indicators: [], hasVolume: true };

describe('the choice of indicators', () => {
  beforeEach(() => {
    for (const id of [1, 2]) storage.remove(`chart.${id}`);
  });

  it('is kept for each product by itself', () => {
    const choice: ChartChoice = { indicators: [{ kind: 'ma', numbers: [7, 25] }], hasVolume: false };
    keepChartChoice(1, choice);
    expect([readChartChoice(1), readChartChoice(2)]).toEqual([choice, NOTHING]);
    keepChartChoice(1, NOTHING);
    expect([readChartChoice(1), storage.get('chart.1')]).toEqual([NOTHING, null]);
  });

  it.each(['', '{', '[]', '7', 'null', '{"indicators":"ma"}'])('reads nothing out of a store that holds %j', (text) => {
    storage.set('chart.1', text);
    expect(readChartChoice(1)).toEqual(NOTHING);
  });
});

describe('the form of indicators', () => {
  const type = (kind: 'ma' | 'boll' | 'macd' | 'rsi', ...texts: string[]): IndicatorForm => {
    const form = formOf(NOTHING);
    return { ...form, on: { ...form.on, [kind]: true }, texts: { ...form.texts, [kind]: texts } };
  };

  it('offers good numbers to whoever only switches one on', () => {
    const form = formOf(NOTHING);
    expect(choiceOf({ ...form, on: { ...form.on, macd: true } })?.indicators).toEqual([{ kind: 'macd', numbers: [12, 26, 9] }]);
  });

  it('gives back what it was made from', () => {
    const choice: ChartChoice = {
      indicators: [
        { kind: 'ema', numbers: [9] },
        { kind: 'boll', numbers: [20, 2.5] },
      ],
      hasVolume: false,
    };
    expect(choiceOf(formOf(choice))).toEqual(choice);
  });

  it('begins with what is sound in a kept choice', () => {
    const kept = { indicators: [{ kind: 'ma', numbers: [1e9] }, null, { kind: 'rsi', numbers: [7] }], hasVolume: true };
    expect(choiceOf(formOf(kept as ChartChoice))?.indicators).toEqual([{ kind: 'rsi', numbers: [7] }]);
  });

  it('leaves out an average without a period', () => {
    expect(choiceOf(type('ma', '', '10', ''))?.indicators).toEqual([{ kind: 'ma', numbers: [10] }]);
  });

  it.each([
    ['ma', ['', '', ''], { rule: 'one' }],
    ['ma', ['5', '0', ''], { rule: 'range', at: 1 }],
    ['ma', ['501', '', ''], { rule: 'range', at: 0 }],
    ['ma', ['2.5', '', ''], { rule: 'range', at: 0 }],
    ['ma', ['5', '5', ''], { rule: 'twice' }],
    ['boll', ['20', ''], { rule: 'range', at: 1 }],
    ['boll', ['20', '9'], { rule: 'range', at: 1 }],
    ['boll', ['1', '2'], { rule: 'range', at: 0 }],
    ['macd', ['26', '12', '9'], { rule: 'order' }],
    ['macd', ['12', '26', ''], { rule: 'range', at: 2 }],
    ['rsi', ['1'], { rule: 'range', at: 0 }],
    ['rsi', ['.'], { rule: 'range', at: 0 }],
  ] as const)('%s %j: %j', (kind, texts, problem) => {
    const form = type(kind, ...texts);
    expect([problemOf(form, kind), choiceOf(form)]).toEqual([problem, undefined]);
  });
});
