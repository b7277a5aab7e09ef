/** Where everything of the ticket stands: on the smallest phones, with text enlarged, from right to left. */
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { IndicatorChoice } from '#domain/indicators/indicator-choice.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { storage } from '#ui/browser/storage.ts';
import { toast } from '#ui/kit/toast.tsx';
import { needTexts } from '#ui/language/i18n.ts';
import { period } from '#ui/screens/trade/chart/period-bar.tsx';
import { IndicatorSet } from '#worker/indicators/indicator-set.ts';
import { sizeOf } from '../support/size.ts';
import { bars, push } from './fake-market.ts';
import {
  barFee,
  buy,
  chart,
  chip,
  ENDS,
  figure,
  leaveTrade,
  lots,
  openTrade,
  resetTrade,
  sell,
  strip,
  tab,
  toggle,
} from './open-trade.tsx';

const INDICATORS: readonly IndicatorChoice[] = [
  { kind: 'ma', numbers: [5, 10, 30] },
  { kind: 'boll', numbers: [20, 2] },
  { kind: 'macd', numbers: [12, 26, 9] },
  { kind: 'rsi', numbers: [14] },
];
const root = document.documentElement;

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(async () => {
  await leaveTrade();
  storage.remove('chart.1');
  root.style.removeProperty('font-size');
  document.body.style.removeProperty('padding-block-end');
  root.removeAttribute('dir');
  await page.viewport(360, 740);
});

async function show(width: number, height: number, indicators: readonly IndicatorChoice[] = []): Promise<void> {
  if (indicators.length > 0) storage.set('chart.1', JSON.stringify({ indicators, hasVolume: true }));
  await page.viewport(width, height);
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  const columns = bars(100, { endMs: ENDS, stepMs: 300_000, price: 1.08342 });
  const lines = { choices: indicators, columns: new IndicatorSet(indicators).whole(columns.time, columns.close) };
  const request = { productId: 1, period: period.peek(), ...(indicators.length > 0 ? { indicators } : {}) };
  push({ events: [{ type: 'chart', request, older: true, bars: columns, lines }] });
  push({ estimate: { price: 1.08342, margin: '108.342', fee: '0.6' } });
  await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(10);
}
const box = (element: Element | null) => (element as Element).getBoundingClientRect();
const barTop = () => box(document.querySelector('.trade-bar')).top;

/** How many pixels in a column answer a finger for an element, which is brought to the middle of the screen first. */
function touchHeight(element: HTMLElement): number {
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = box(element);
  const isHit = (y: number) => document.elementFromPoint(left + width / 2, y)?.closest('button, input, select, a') === element;
  const middle = Math.round(top + height / 2);
  let [first, last] = [middle, middle];
  while (isHit(first - 1)) first--;
  while (isHit(last + 1)) last++;
  return last - first + 1;
}

describe.each([
  [360, 640],
  [360, 740],
  [320, 640],
  [430, 932],
])('on a phone of %i x %i', (width, height) => {
  it.each([false, true])('the lots and the cost of the order are in sight above Buy and Sell; every indicator on: %s', async (isOn) => {
    await show(width, height, isOn ? INDICATORS : []);
    if (isOn) await expect.poll(() => document.querySelector('.candle-chart[data-lines]')).not.toBeNull();
    expect(scrollY).toBe(0);
    expect(box(lots()).bottom).toBeLessThanOrEqual(barTop());
    expect(figure('Margin')).toBe('108.34 USD');
    expect(barFee()).toBe('0.60 USD');
    const cost = box(document.querySelector('.trade-bar-cost'));
    expect([cost.top >= barTop(), cost.bottom <= box(buy()).top + 1, box(sell()).right <= innerWidth]).toEqual([true, true, true]);
    expect(root.scrollWidth).toBeLessThanOrEqual(innerWidth);
  });

  it('D9.162 D9.182 D9.360 the cost keeps its place and its two digits, however much it is, and so do the figures', async () => {
    await show(width, height);
    const line = box(document.querySelector('.trade-bar-cost')).height;
    push({ estimate: { price: 1.08342, margin: '12997.5', fee: '77.985185' } });
    await expect.poll(() => [figure('Margin'), barFee()]).toEqual(['12,997.50 USD', '77.99 USD']);
    expect([figure('Margin needed'), figure('Fee', '.ticket-figures')]).toEqual(['12,997.50', '77.99']);
    push({ estimate: { price: 1.08342, margin: '0.004', fee: '0' } });
    await expect.poll(() => [figure('Margin'), barFee()]).toEqual(['0.004 USD', '0.00 USD']);
    push({ estimate: { price: 1.08342, margin: '1299753.086419', fee: '7798.518518' } });
    await expect.poll(() => [figure('Margin'), barFee()]).toEqual(['1,299,753.09 USD', '7,798.52 USD']);
    expect(box(document.querySelector('.trade-bar-cost')).height).toBe(line);
  });

  it('an old price has its whole age in the head, beside the mark of play money, and the head keeps its height', async () => {
    await show(width, height);
    const part = (name: string) => document.querySelector(`.trade-head ${name}`) as HTMLElement;
    const before = box(document.querySelector('.trade-head')).height;
    push({ quotes: [{ id: 1, close: 1.08342, state: QUOTE_STATE.stale, ageMs: 59 * 60_000 }] });
    await expect.poll(() => part('.live-mark').textContent).toBe('59 min old');
    expect(part('.demo-chip').textContent).toBe('Demo');
    for (const name of ['.live-mark', '.demo-chip', '.trade-code'])
      expect(part(name).scrollWidth, name).toBeLessThanOrEqual(part(name).clientWidth);
    const [code, mark] = [box(part('.trade-code')), box(part('.live-mark'))];
    expect([code.right <= mark.left, mark.right <= box(part('.trade-bell')).left]).toEqual([true, true]);
    expect(box(document.querySelector('.trade-head')).height).toBe(before);
  });

  it('nothing that stands moves when a mode, a stop or an indicator is chosen, or an order is refused', async () => {
    await show(width, height);
    const places = () => [chart(), lots(), buy(), sell()].map((one) => JSON.stringify(box(one)));
    const before = places();
    fireEvent.click(await tab('Pending'));
    await screen.findByRole('spinbutton', { name: 'Order price' });
    // The page is scrolled, until its fields stand above the bar (decision D9.475); nothing of it has moved.
    scrollTo(0, 0);
    expect(places()).toEqual(before);
  });
});

describe.each(['150%', '200%'])('with text at %s', (size) => {
  it.each([
    [360, 740],
    [320, 640],
  ])('nothing runs off a screen of %i x %i, in either direction, with everything open', async (width, height) => {
    root.style.fontSize = size;
    await show(width, height);
    fireEvent.click(await tab('Pending'));
    await toggle('Stop loss');
    await toggle('Take profit');
    for (const direction of ['ltr', 'rtl']) {
      root.setAttribute('dir', direction);
      for (const element of document.querySelectorAll(
        '.trade-head *, .trade-price *, .chart-stage, .candle-chart, .ticket *, .trade-bar *',
      )) {
        // The strip of periods scrolls by itself.
        if (element.closest('.sr-only, dialog, .field-note, .trade-period-strip')) continue;
        const { left, right } = box(element);
        expect([left >= -1, right <= innerWidth + 1], `${element.tagName}.${element.className} ${direction}`).toEqual([true, true]);
      }
      expect(root.scrollWidth).toBeLessThanOrEqual(innerWidth);
    }
    expect(box(document.querySelector('.trade-bar')).height).toBeLessThanOrEqual(height * 0.61);
  });
});

it('D9.385 what takes the focus stands above the bar of Buy and Sell', async () => {
  // The frame keeps the room of the tab bar.
  document.body.style.paddingBlockEnd = '6rem';
  await show(360, 740);
  fireEvent.click(await screen.findByRole('tab', { name: 'Pending' }));
  await toggle('Stop loss');
  const fields = document.querySelectorAll<HTMLElement>('.ticket :is(a, button, input, select):enabled:not([tabindex="-1"])');
  expect(fields.length).toBeGreaterThan(8);
  for (const field of fields) {
    scrollTo(0, 0);
    field.focus();
    const name = field.getAttribute('aria-label') ?? field.textContent;
    await expect.poll(() => [name, box(field).bottom <= barTop()]).toEqual([name, true]);
  }
});

describe('what a finger meets', () => {
  it('is at least 44 px high and wide, for everything of the ticket', async () => {
    // The room that the frame keeps for its tab bar.
    document.body.style.paddingBlockEnd = 'var(--tab-bar)';
    await show(360, 740);
    await toggle('Stop loss');
    const targets = document.querySelectorAll<HTMLElement>(
      '.ticket :is(button, select, input:not(:disabled)), .trade-code, .trade-bar button, .tabs[data-variant="segmented"] > button',
    );
    expect(targets.length).toBeGreaterThan(12);
    for (const target of targets) {
      expect(touchHeight(target), target.outerHTML.slice(0, 120)).toBeGreaterThanOrEqual(44);
      expect(sizeOf(target).width, target.outerHTML.slice(0, 120)).toBeGreaterThanOrEqual(44);
    }
  });
});

describe('a toast', () => {
  it('D9.252 D9.361 lies over nothing of the ticket, whatever became of the last order', async () => {
    document.body.style.paddingBlockEnd = 'var(--tab-bar)';
    await show(360, 740);
    toast('Said', 'good');
    const isAbove = () => box(document.querySelector('.toast')).bottom <= box(document.querySelector('.trade-chart, .ticket')).top;
    await expect.poll(() => document.querySelector('.toast')).not.toBeNull();
    await expect.poll(isAbove).toBe(true);
    const rest = barTop();
    fireEvent.click(buy());
    await strip();
    expect(barTop()).toBe(rest);
    expect(isAbove()).toBe(true);
  });
});

describe('forced right to left', () => {
  it('the leverage reads 100×, and stands where the page begins', async () => {
    root.setAttribute('dir', 'rtl');
    await show(360, 740);
    const select = screen.getByRole('combobox', { name: 'Leverage' });
    expect([getComputedStyle(select).unicodeBidi, getComputedStyle(select.querySelector('option') as Element).unicodeBidi]).toEqual([
      'plaintext',
      'plaintext',
    ]);
    expect(getComputedStyle(select).textAlign).toBe('right');
  });

  it('a sentence stays whole: its numbers stand where its own words have them', async () => {
    root.setAttribute('dir', 'rtl');
    await show(360, 740);
    fireEvent.click(await tab('Pending'));
    const note = await screen.findByText('Filled when the price reaches it');
    expect(getComputedStyle(note).unicodeBidi).toBe('plaintext');
    expect(figure('Order size')).toBe('From 0.10 to 50.00 lots');
    // The stop's chip and the strip of a fill turn with the page.
    expect(box((await chip('Stop loss')).querySelector('.icon')).left).toBeLessThan(box(await chip('Stop loss')).left + 40);
    fireEvent.click(await tab('Market'));
    fireEvent.click(buy());
    const told = await strip();
    expect(box(told.querySelector('.fill-stop')).left).toBeLessThan(box(told.querySelector('.fill-said')).left);
  });
});

describe('one rule for the size of an order', () => {
  it('names the same smallest size for none at all, for too few and among the figures, whatever Pip and minimum say', async () => {
    await show(360, 740);
    const alert = () => screen.queryByRole('alert')?.textContent;
    for (const text of ['0', '0.01', '0.05']) {
      fireEvent.input(lots(), { target: { value: text } });
      await expect.poll(alert).toBe('At least 0.10 lots');
    }
    expect(figure('Order size')).toBe('From 0.10 to 50.00 lots');
  });
});
