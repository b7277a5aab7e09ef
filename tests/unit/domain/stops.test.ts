import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal, type Price } from '#domain/decimal.ts';
import {
  farPercent,
  isMet,
  isTooNear,
  metStop,
  NO_STOPS,
  nearestStop,
  pendingKindOf,
  standsBelow,
  stopAt,
  stopBeside,
  stopLevel,
  triggerLevel,
  triggerSideOf,
  wrongStops,
} from '#domain/stops.ts';
import { cutPrice, typedPriceProblem } from '#domain/typed-price.ts';

describe('stops and the price that they are compared with', () => {
  it.each<[below: string | undefined, above: string | undefined, wrong: boolean]>([
    ['1.07999999', '1.08000001', false],
    ['1.08', undefined, true],
    [undefined, '1.08', true],
    ['1.09', '1.1', true],
    ['1', '1.07', true],
    [undefined, undefined, false],
  ])('D1.2.25 %s below and %s above 1.08: wrong is %s', (below, above, isWrong) => {
    const read = (text: string | undefined) => (text === undefined ? 0n : decimal<Price>(text));
    const at = decimal<Price>('1.08');
    expect(wrongStops('buy', at, { stopLoss: read(below), takeProfit: read(above) }).length > 0).toBe(isWrong);
    expect(wrongStops('sell', at, { stopLoss: read(above), takeProfit: read(below) }).length > 0).toBe(isWrong);
  });

  it('names the stop that is wrong, stop loss first', () => {
    const both = { stopLoss: decimal<Price>('2'), takeProfit: decimal<Price>('1') };
    expect(wrongStops('buy', decimal('1.5'), both)).toEqual(['stopLoss', 'takeProfit']);
    expect(wrongStops('buy', decimal('3'), both)).toEqual(['takeProfit']);
    expect(wrongStops('sell', decimal('1.5'), both)).toEqual([]);
    expect([standsBelow('buy', 'stopLoss'), standsBelow('sell', 'stopLoss')]).toEqual([true, false]);
    expect([standsBelow('buy', 'takeProfit'), standsBelow('sell', 'takeProfit')]).toEqual([false, true]);
  });
});

describe('when a stop or a pending order is met', () => {
  const p = (text: string) => decimal<Price>(text);
  const stops = { stopLoss: p('1.07'), takeProfit: p('1.09') };

  it.each([
    ['buy', '1.07000001', undefined],
    ['buy', '1.07', 'stopLoss'],
    ['buy', '0.5', 'stopLoss'],
    ['buy', '1.08999999', undefined],
    ['buy', '1.09', 'takeProfit'],
    ['buy', '2', 'takeProfit'],
  ] as const)('D1.4.06 a %s with stop loss 1.07 and take profit 1.09 at %s: %s', (side, price, met) => {
    expect(metStop(side, stops, p(price))).toBe(met);
    const mirrored = { stopLoss: stops.takeProfit, takeProfit: stops.stopLoss };
    const other = met && (met === 'stopLoss' ? 'takeProfit' : 'stopLoss');
    expect(metStop('sell', mirrored, p(price))).toBe(other);
  });

  it('D1.4.06 the stop loss counts where both are met, and none is met by none', () => {
    expect(metStop('buy', { stopLoss: p('1.1'), takeProfit: p('1') }, p('1.05'))).toBe('stopLoss');
    expect(metStop('buy', NO_STOPS, p('0.00000001'))).toBeUndefined();
    expect(stopLevel('buy', 'stopLoss', 0n)).toBeUndefined();
    expect([stopLevel('buy', 'stopLoss', p('1')), stopLevel('sell', 'stopLoss', p('1'))]).toEqual([
      { price: p('1'), metBy: 'fall' },
      { price: p('1'), metBy: 'rise' },
    ]);
  });

  it.each([
    ['1.07', 'down', '1.07000001', false],
    ['1.07', 'down', '1.07', true],
    ['1.09', 'up', '1.08999999', false],
    ['1.09', 'up', '1.5', true],
    ['1.08', 'now', '3', true],
  ] as const)('D1.4.05 placed at 1.08, waiting for %s, it looks %s; %s fills it: %s', (target, side, price, isFilled) => {
    expect(triggerSideOf(p(target), p('1.08'))).toBe(side);
    expect(isMet(triggerLevel(side, p(target)), p(price))).toBe(isFilled);
  });

  it.each([
    ['buy', '1.07', 'limit'],
    ['buy', '1.09', 'stop'],
    ['sell', '1.07', 'stop'],
    ['sell', '1.09', 'limit'],
    ['buy', '1.08', undefined],
    ['sell', '1.08', undefined],
  ] as const)('D9.113 while the price is 1.08 a pending %s at %s is a %s order', (side, target, kind) => {
    expect(pendingKindOf(side, p(target), p('1.08'))).toBe(kind);
  });
});

describe('a stop that is dragged', () => {
  const p = (text: string) => decimal<Price>(text);

  it.each([
    ['buy', 'stopLoss', '1.09', '1.08341'],
    ['buy', 'stopLoss', '1.08', '1.08'],
    ['buy', 'takeProfit', '1.08', '1.08343'],
    ['sell', 'stopLoss', '1.08', '1.08343'],
    ['sell', 'takeProfit', '1.083412', '1.08341'],
    ['sell', 'takeProfit', '0', '0.00001'],
  ] as const)('D1.2.25 %s %s to %s while the price is 1.08342 is held at %s', (side, stop, wanted, held) => {
    const asked = { reference: p('1.08342'), unit: p('0.00001') };
    expect(formatDecimal(nearestStop(side, stop, p(wanted), asked))).toBe(held);
  });

  it('is held below or above a reference that is finer than its steps', () => {
    const asked = { reference: p('1.083425'), unit: p('0.00001') };
    expect(formatDecimal(nearestStop('buy', 'stopLoss', p('2'), asked))).toBe('1.08342');
    expect(formatDecimal(nearestStop('buy', 'takeProfit', p('1'), asked))).toBe('1.08343');
  });

  it.each([
    ['buy', 'stopLoss', 2n, '1.08125'],
    ['sell', 'stopLoss', 2n, '1.08559'],
    ['buy', 'takeProfit', 10n, '1.09425'],
    ['sell', 'takeProfit', 10n, '1.07259'],
    // Nothing of the price is a step away all the same, and never on it.
    ['buy', 'stopLoss', 0n, '1.08341'],
    ['sell', 'takeProfit', 2000n, '0.00001'],
  ] as const)('D9.180 %s %s by %d thousandths of 1.08342 stands at %s', (side, stop, thousandths, at) => {
    expect(formatDecimal(stopBeside(side, stop, thousandths, { reference: p('1.08342'), unit: p('0.00001') }))).toBe(at);
  });

  it('from the entry becomes the stop of the side that it goes to', () => {
    expect([stopAt('buy', p('1'), p('2')), stopAt('buy', p('3'), p('2')), stopAt('buy', p('2'), p('2'))]).toEqual([
      'stopLoss',
      'takeProfit',
      undefined,
    ]);
    expect([stopAt('sell', p('1'), p('2')), stopAt('sell', p('3'), p('2'))]).toEqual(['takeProfit', 'stopLoss']);
  });
});

describe('a typed price', () => {
  it.each([
    ['', 5, 'missing'],
    ['0', 5, 'missing'],
    ['0.00000', 5, 'missing'],
    ['-1', 5, 'missing'],
    ['1e3', 5, 'missing'],
    ['.5', 5, 'missing'],
    ['1.083421', 5, 'too-fine'],
    ['1.5', 0, 'too-fine'],
    ['1.0834200', 5, undefined],
    ['1.08342', 5, undefined],
    ['70', 0, undefined],
    ['9999999999', 5, undefined],
    ['10000000000', 5, 'too-large'],
    ['1.083420000', 5, 'too-fine'],
    ['1.', 5, 'missing'],
  ])('D1.4.26 D9.254 %j with %i digits: %s', (text, digits, problem) => {
    expect(typedPriceProblem(text, digits)).toBe(problem);
  });

  it('D1.4.26 is cut, never rounded', () => {
    expect([cutPrice('1.083429', 5), cutPrice('70.9', 0), cutPrice('7', 2), cutPrice('', 2)]).toEqual(['1.08342', '70', '7', '']);
  });
});

describe('D9.250 a price that lies far', () => {
  const far = (price: string, reference: string) => {
    const percent = farPercent(decimal<Price>(price), decimal<Price>(reference));
    return percent === undefined ? undefined : formatDecimal(percent);
  };
  it.each([
    ['1.02', '1.08342', '-5.85'],
    ['10.65', '1.065', '900'],
    ['105', '100', '5'],
    ['95', '100', '-5'],
    ['104.99', '100', undefined],
    ['95.01', '100', undefined],
    ['1.08342', '1.08342', undefined],
    ['0', '1.08342', undefined],
    ['1.08342', '0', undefined],
  ])('%s at %s is %s', (price, reference, percent) => expect(far(price, reference)).toBe(percent));
});

it.each([
  ['51490', '51500', true],
  ['51489.7', '51500', false],
  ['51510.2', '51500', true],
  ['51511', '51500', false],
  ['51500', '51500', true],
  ['0', '51500', false],
])('D9.470 a stop at %s with the price at %s is too near: %s', (stop, price, isNear) => {
  expect(isTooNear(decimal<Price>(stop), decimal<Price>(price))).toBe(isNear);
});
