import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { setting } from '#ui/state/site.ts';
import { keepToken } from '#ui/state/token.ts';
import { dayText } from '#ui/text/time.ts';
import { toasts } from '../support/toasts.ts';
import { buttonOf, leaveRecords, openRecords, resetRecords, rowsOf } from './open-records.tsx';

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(() => {
  resetRecords();
  keepToken('secret-token');
});
afterEach(async () => {
  await leaveRecords();
  vi.restoreAllMocks();
  document.querySelector('.statement-paper')?.remove();
  keepToken('');
});

const CSV = '\uFEFFTime (GMT),Description,Order,Amount,Balance\r\n2026-03-04 10:00:00,"Fee of order 6, paid",6,-3,9462.325\r\n';
type Asked = { url: URL; headers: Record<string, string> };

/** Answers statements; everything else as the records' test says. */
function answerStatement(reply: () => Response): Asked[] {
  const asked: Asked[] = [];
  const others = fetch;
  vi.stubGlobal('fetch', (input: string, init: { headers: Record<string, string> }) => {
    const url = new URL(input, location.origin);
    if (url.pathname !== '/v2/api/main/accountLog/statement') return others(input, init);
    asked.push({ url, headers: init.headers });
    return Promise.resolve(reply());
  });
  return asked;
}
const csv = () => new Response(CSV, { headers: { 'content-type': 'text/csv; charset=utf-8' } });
async function open(): Promise<HTMLElement> {
  openRecords('#/order?type=3');
  await expect.poll(() => rowsOf('History').length).toBe(10);
  fireEvent.click(screen.getByRole('button', { name: 'Statement' }));
  const sheet = await screen.findByRole('dialog', { name: 'Statement' });
  await within(sheet).findByRole('button', { name: 'Download CSV' });
  return sheet;
}

describe('the statement', () => {
  it('is fetched with the token in a header and saved as a file of the chosen period', async () => {
    const asked = answerStatement(csv);
    const saved: { name: string; blob: Blob }[] = [];
    let made: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made = blob as Blob;
      return 'blob:made';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: made as Blob });
    });
    const sheet = await open();
    // What the orders that ended in these days came to: asked for by its days, said as net, profit and fees.
    const sums = within(sheet).getByRole('region', { name: 'Contracts that ended in these days' });
    await expect.poll(() => sums.textContent).toContain('▲ +115.23 USDProfit+128.43Fees−13.20');
    const last = dayText(Date.now(), setting('timezone'));
    const input = (label: string) => within(sheet).getByLabelText<HTMLInputElement>(label);
    expect([input('Start date').value, input('End date').value]).toEqual([`${last.slice(0, 8)}01`, last]);
    fireEvent.input(input('Start date'), { target: { value: '2026-03-04' } });
    fireEvent.input(input('End date'), { target: { value: '2026-03-06' } });
    await expect.poll(() => within(sheet).getByRole('tab', { name: 'Own dates' }).getAttribute('aria-selected')).toBe('true');
    fireEvent.click(buttonOf(sheet, 'Download CSV'));
    await expect.poll(() => saved.length).toBe(1);
    expect(saved[0]?.name).toBe('statement-2026-03-04-2026-03-06.csv');
    expect(await saved[0]?.blob.text()).toContain('"Fee of order 6, paid",6,-3,9462.325');
    const { url, headers } = asked[0] as Asked;
    expect(headers.authorization).toBe('secret-token');
    expect(url.href).not.toContain('secret-token');
    expect(url.searchParams.get('format')).toBe('csv');
    expect(url.searchParams.get('startTime')).toBe(String(Date.UTC(2026, 2, 4) / 1000));
    expect(url.searchParams.get('endTime')).toBe(String(Date.UTC(2026, 2, 7) / 1000));
  });

  it('is put on paper as a table and the printer is asked', async () => {
    answerStatement(csv);
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const sheet = await open();
    fireEvent.click(buttonOf(sheet, 'Print'));
    await expect.poll(() => print.mock.calls.length).toBe(1);
    const paper = document.querySelector('.statement-paper') as HTMLElement;
    expect([...paper.querySelectorAll('th')].map((cell) => cell.textContent)).toEqual([
      'Time (GMT)',
      'Description',
      'Order',
      'Amount',
      'Balance',
    ]);
    expect([...paper.querySelectorAll('td')].map((cell) => cell.textContent)).toContain('Fee of order 6, paid');
    dispatchEvent(new Event('afterprint'));
    expect(document.querySelector('.statement-paper')).toBeNull();
  });

  it('D9.429 of days the wrong way round there is none to download or print', async () => {
    const asked = answerStatement(csv);
    const sheet = await open();
    const input = (label: string) => within(sheet).getByLabelText<HTMLInputElement>(label);
    fireEvent.input(input('Start date'), { target: { value: '2026-03-06' } });
    fireEvent.input(input('End date'), { target: { value: '2026-03-04' } });
    await expect.poll(() => within(sheet).queryByRole('alert')?.textContent).toBe('The start is after the end');
    const held = () => ['Download CSV', 'Print'].map((name) => buttonOf(sheet, name).disabled);
    expect(held()).toEqual([true, true]);
    fireEvent.input(input('Start date'), { target: { value: '2026-03-04' } });
    await expect.poll(held).toEqual([false, false]);
    expect(asked).toEqual([]);
  });

  it('says why when the server refuses, and half chosen dates ask for nothing', async () => {
    const asked = answerStatement(
      () => new Response(JSON.stringify({ code: 1003, msg: 'busy', data: null }), { headers: { 'content-type': 'application/json' } }),
    );
    const sheet = await open();
    fireEvent.click(buttonOf(sheet, 'Download CSV'));
    await expect.poll(() => within(sheet).queryByRole('alert')?.textContent).toBe('Too many tries. Please wait a moment.');
    fireEvent.input(within(sheet).getByLabelText('End date'), { target: { value: '' } });
    fireEvent.click(buttonOf(sheet, 'Download CSV'));
    await expect.poll(toasts).toContain('please select start and end date');
    expect(asked.length).toBe(1);
  });
});
