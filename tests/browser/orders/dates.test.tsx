import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { showOrder } from '#ui/orders/order-to-show.ts';
import { putSite } from '#ui/state/site.ts';
import { dayText } from '#ui/text/time.ts';
import { daySaid } from '../support/moments.ts';
import { toasts } from '../support/toasts.ts';
import { order, ordersEvent, push } from '../trade/fake-market.ts';
import { LISTS, leaveRecords, openRecords, resetRecords, rowsOf, tab, world } from './open-records.tsx';

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(resetRecords);
afterEach(leaveRecords);

const day = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** They stand behind a button, on every list. */
const openDates = () => fireEvent.click(screen.getByRole('button', { name: 'Choose dates' }));
const choose = (start: string, end: string) => {
  fireEvent.input(day('Start date'), { target: { value: start } });
  fireEvent.input(day('End date'), { target: { value: end } });
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
};
const askedTimes = () =>
  world.calls
    .filter(({ path }) => path === LISTS)
    .map(({ fields }) => [fields.get('status'), fields.get('startTime'), fields.get('endTime')]);
const MARCH_4 = String(Date.UTC(2026, 2, 4) / 1000);
const MARCH_7 = String(Date.UTC(2026, 2, 7) / 1000);

describe('the dates of the records', () => {
  it('S1-2.94 can be chosen from 2000 to today in the configured zone', async () => {
    putSite({ currency: 'USD', timezone: '14', is_hazard_rate: '1' });
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    openDates();
    for (const label of ['Start date', 'End date']) {
      expect(day(label).type).toBe('date');
      expect(day(label).min).toBe('2000-01-01');
      expect(day(label).max).toBe(dayText(Date.now(), '14'));
    }
    fireEvent.input(day('Start date'), { target: { value: '1999-12-31' } });
    expect(day('Start date').validity.rangeUnderflow).toBe(true);
    fireEvent.input(day('End date'), { target: { value: dayText(Date.now() + 86_400_000, '14') } });
    expect(day('End date').validity.rangeOverflow).toBe(true);
  });

  it('S1-5.30 S1-7.39 ask for the range only when both are chosen and in order, else a toast says so and the list stays', async () => {
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    openDates();
    const before = askedTimes().length;
    const attempts = [
      ['', ''],
      ['2026-03-04', ''],
      ['', '2026-03-04'],
      ['2026-03-06', '2026-03-04'],
      ['1999-12-31', '2026-03-04'],
      ['2026-03-04', '2999-01-01'],
    ] as const;
    for (const [start, end] of attempts) {
      const said = toasts().length;
      choose(start, end);
      await expect.poll(() => toasts().length > said || toasts().split('please select start and end date').length > 3).toBe(true);
    }
    expect(toasts()).toContain('please select start and end date');
    expect(askedTimes().length).toBe(before);
    expect(rowsOf('History').length).toBe(10);
    choose('2026-03-04', '2026-03-06');
    await expect.poll(() => askedTimes().at(-1)).toEqual(['3', MARCH_4, MARCH_7]);
    await expect
      .poll(() => document.querySelector('.list-bar')?.textContent)
      .toContain(`${daySaid('2026-03-04')} to ${daySaid('2026-03-06')}`);
  });

  it('hide no order that is asked for from elsewhere', async () => {
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    openDates();
    choose('2026-03-04', '2026-03-06');
    await expect.poll(() => document.querySelector('.list-bar')?.textContent).toContain(daySaid('2026-03-04'));
    showOrder('closed', world.firstId + 58);
    await expect.poll(() => document.querySelector('.list-bar')?.textContent).not.toContain(daySaid('2026-03-04'));
  });

  it('D9.429 the wrong way round they say so at once, where they stand', async () => {
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    openDates();
    fireEvent.input(day('End date'), { target: { value: '2026-03-04' } });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.input(day('Start date'), { target: { value: '2026-03-06' } });
    const note = await screen.findByRole('alert');
    expect(note.textContent).toBe('The start is after the end');
    for (const label of ['Start date', 'End date']) {
      expect([day(label).getAttribute('aria-invalid'), day(label).getAttribute('aria-describedby')]).toEqual(['true', note.id]);
    }
    fireEvent.input(day('Start date'), { target: { value: '2026-03-04' } });
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  });

  it('can be taken back, and page 2 asks for the same range', async () => {
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    openDates();
    choose('2026-03-04', '2026-03-06');
    await expect.poll(() => askedTimes().at(-1)).toEqual(['3', MARCH_4, MARCH_7]);
    await expect.poll(() => rowsOf('History').length).toBe(10);
    scrollTo(0, document.body.scrollHeight);
    await expect.poll(() => world.calls.at(-1)?.fields.get('page')).toBe('2');
    expect(askedTimes().at(-1)).toEqual(['3', MARCH_4, MARCH_7]);
    fireEvent.click(screen.getByRole('button', { name: 'Show all days' }));
    await expect.poll(() => document.querySelector('.list-bar')?.textContent).not.toContain(daySaid('2026-03-04'));
    expect(day('Start date').value).toBe('');
  });

  it('work on the positions and the pending orders too, and each list has its own', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    openDates();
    choose('2026-03-04', '2026-03-06');
    await expect.poll(() => askedTimes().at(-1)).toEqual(['1', MARCH_4, MARCH_7]);
    // What the engine knows joins only if it was opened on those days.
    const late = order({ Id: world.firstId + 9, CreateTimeHandler: '2026-03-09 10:00:00' });
    const within = order({ Id: world.firstId + 8, CreateTimeHandler: '2026-03-06 23:59:59' });
    push({ events: [ordersEvent(...world.held, late, within)] });
    await expect.poll(() => rowsOf('Holding').length).toBe(3);
    fireEvent.click(tab('History'));
    await expect.poll(() => askedTimes().at(-1)).toEqual(['3', null, null]);
    fireEvent.click(tab('Holding'));
    await expect
      .poll(() => document.querySelector('.list-bar')?.textContent)
      .toContain(`${daySaid('2026-03-04')} to ${daySaid('2026-03-06')}`);
  });
});
