import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { problemsOf } from '../support/axe.ts';
import { answer, order, product, push } from './fake-market.ts';
import { buy, figure, leaveTrade, lots, openTrade, orderPrice, resetTrade, tab, world, type as write } from './open-trade.tsx';

const PLACED = order({ Id: 502, Status: 0, Price: 0, OriginPrice: 1.08, CautionMoney: '108', UpdatePrice: 1.08342 });
const SUBMIT = '/v2/api/forex/submit';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  await resetTrade();
  world.calls = answer({ [SUBMIT]: () => ({ msg: 'Done', data: { Id: 502, Seq: 81_234, Order: PLACED } }) });
});
afterEach(leaveTrade);

async function openPending(): Promise<void> {
  openTrade();
  fireEvent.click(await tab('Pending'));
  await expect.poll(() => orderPrice().value).not.toBe('');
  write(orderPrice(), '1.08');
}
const wait = () => screen.getByLabelText('Good till') as HTMLSelectElement;
const choose = (value: string) => fireEvent.change(wait(), { target: { value } });
const lastDay = () => screen.getByLabelText('Last day') as HTMLInputElement;
const sent = () => world.calls.filter(({ path }) => path === SUBMIT).map(({ fields }) => fields.get('good_till') ?? undefined);

describe('how long a pending order waits', () => {
  it('D9.62 is asked of a pending order alone, until it is cancelled by default', async () => {
    openTrade();
    await tab('Pending');
    expect(screen.queryByLabelText('Good till')).toBeNull();
    fireEvent.click(await tab('Pending'));
    await expect.poll(() => wait().value).toBe('cancelled');
    expect([...wait().options].map(({ text }) => text)).toEqual(['Until cancelled', 'End of day', 'A date']);
    write(orderPrice(), '1.08');
    fireEvent.click(buy());
    await expect.poll(() => sent()).toEqual([undefined]);
  });

  it('D9.62 goes along as the trading day', async () => {
    await openPending();
    choose('day');
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(() => sent()).toEqual(['day']);
  });

  it('D9.62 D9.247 of a date begins with tomorrow, and is the end of that day in the configured zone; without one nothing is sent', async () => {
    await openPending();
    choose('date');
    await expect.poll(() => lastDay().value).toBe(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
    expect([buy().disabled, screen.queryByRole('alert')]).toEqual([false, null]);
    fireEvent.input(lastDay(), { target: { value: '' } });
    await expect.poll(() => buy().disabled).toBe(true);
    expect(screen.getByRole('alert').textContent).toBe('Choose the last day, from today to a year ahead');
    expect(await problemsOf(document.querySelector('.ticket') as Element)).toEqual([]);
    for (const outside of ['2020-01-01', '2039-01-01']) {
      fireEvent.input(lastDay(), { target: { value: outside } });
      await expect.poll(() => screen.queryByRole('alert')?.textContent).toBe('Choose the last day, from today to a year ahead');
      expect([lastDay().value, buy().disabled, sent()]).toEqual([outside, true, []]);
    }
    const day = lastDay().min;
    fireEvent.input(lastDay(), { target: { value: day } });
    await expect.poll(() => buy().disabled).toBe(false);
    expect(lastDay().value).toBe(day);
    fireEvent.click(buy());
    await expect.poll(() => sent()).toEqual([String(Date.parse(day) / 1_000 + 86_400)]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  });
});

describe('what a night costs', () => {
  const Financing = { Long: '-0.00008', Short: '0.00003', TripleOn: 3, NextAt: Date.now() + 3_600_000, Nights: 3 };

  it('D9.67 D9.248 stands among the figures for the chosen lots of either side and follows the price; a product without it says so', async () => {
    openTrade();
    await tab('Pending');
    await expect.poll(() => figure('Overnight')).toBe('none');
    push({ events: [{ type: 'products', rows: [product({ Financing })] }], quotes: [{ id: 1, close: 1.1 }] });
    await expect.poll(() => [figure('Buy overnight'), figure('Sell overnight')]).toEqual(['−0.88', '+0.33']);
    push({ quotes: [{ id: 1, close: 1.2 }] });
    await expect.poll(() => figure('Buy overnight')).toBe('−0.96');
    write(lots(), '0.25');
    await expect.poll(() => [figure('Buy overnight'), figure('Sell overnight')]).toEqual(['−2.40', '+0.90']);
    write(lots(), '');
    await expect.poll(() => figure('Buy overnight')).toBe('--');
    expect(figure('Next night')).toMatch(/^(\w{3} )?\d\d:\d\d ×3$/);
  });
});
