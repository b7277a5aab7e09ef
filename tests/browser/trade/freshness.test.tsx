import { cleanup, render } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { FreshnessMark } from '#ui/freshness/freshness.tsx';
import { needTexts } from '#ui/language/i18n.ts';
import { EURUSD, product, push } from './fake-market.ts';

const OTHER = product({ Id: 2, Code: 'XAUUSD', ShowCode: 'XAU/USD' });
const stale = (id: number, ageMs: number) => ({ id, close: 1.08, state: QUOTE_STATE.stale, ageMs });
const mark = () => document.querySelector('.live-mark')?.textContent;

beforeAll(() => needTexts('shell'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  push({ events: [{ type: 'products', rows: [EURUSD, OTHER] }] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Lets the page's own clock go on, and the page with it; the link itself is heard all the while. */
async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  push({});
}

describe('the age of a stale price', () => {
  it('is the time since it was last heard, however late it comes on screen, and counts on', async () => {
    push({ quotes: [stale(1, 42_000)] });
    render(<FreshnessMark productId={1} />);
    await expect.poll(mark).toBe('42 s old');
    await pass(3);
    await expect.poll(mark).toBe('45 s old');
  });

  it('goes on while nobody looks: a mark that is drawn anew shows what the first one would', async () => {
    push({ quotes: [stale(1, 10_000)] });
    render(<FreshnessMark productId={1} />);
    await expect.poll(mark).toBe('10 s old');
    cleanup();
    await pass(20);
    render(<FreshnessMark productId={1} />);
    await expect.poll(mark).toBe('30 s old');
  });

  it('belongs to its product: the mark of another one shows that one’s own', async () => {
    push({ quotes: [stale(1, 50_000), stale(2, 7_000)] });
    const view = render(<FreshnessMark productId={1} />);
    await expect.poll(mark).toBe('50 s old');
    view.rerender(<FreshnessMark productId={2} />);
    await expect.poll(mark).toBe('7 s old');
    await pass(60);
    await expect.poll(mark).toBe('1 min old');
    push({ quotes: [{ id: 2, close: 1.09 }] });
    await expect.poll(mark).toBe('Live');
    push({ quotes: [stale(2, 5_000)] });
    await expect.poll(mark).toBe('5 s old');
  });

  it('is not invented where the price was never heard', async () => {
    push({ quotes: [stale(1, Number.POSITIVE_INFINITY)] });
    render(<FreshnessMark productId={1} />);
    await expect.poll(mark).toBe('-- old');
  });
});
