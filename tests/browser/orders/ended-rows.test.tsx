import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { tellOrderNews } from '#ui/orders/order-news.ts';
import { order, ordersEvent, push } from '../trade/fake-market.ts';
import { leaveRecords, opened, openRecords, resetRecords, rowsOf, world } from './open-records.tsx';

beforeAll(async () => {
  await needTexts('shell', 'orders', 'errors');
  tellOrderNews();
});
beforeEach(() => {
  resetRecords();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await leaveRecords();
});

/** Of three, the one in the middle. */
const hitId = () => world.firstId + 1;
async function hold(): Promise<void> {
  world.held = [2, 1, 0].map((more) => order({ Id: world.firstId + more }));
  openRecords();
  await expect.poll(() => rowsOf('Holding').length).toBe(3);
  push({ events: [ordersEvent(...world.held)] });
}
/** The server closes it by its stop loss, and its list comes without it. */
function stop(...ids: number[]): void {
  const ended = world.held.filter(({ Id }) => ids.includes(Id));
  world.past = [
    ...ended.map((row) => ({ ...row, Status: 3, UpdatePrice: 1.0734, FactProfits: '-99', CloseReason: 'sl' as const })),
    ...world.past,
  ];
  world.held = world.held.filter(({ Id }) => !ids.includes(Id));
  push({ events: [{ type: 'closed', ids, reasons: Object.fromEntries(ids.map((id) => [id, 'sl' as const])) }] });
  push({ events: [ordersEvent(...world.held)] });
}
const places = () => within(screen.getByRole('list', { name: 'Holding' })).getAllByRole('listitem');
const topOf = (node: Element | undefined) => node?.getBoundingClientRect().top;

describe('D9.490 a position that a stop closes while its list is looked at', () => {
  it('keeps its place, as high as it stood open, says how it ended and for what, and can be pressed nowhere', async () => {
    await hold();
    opened('Holding', 1);
    const [first, second, third] = places();
    const before = [topOf(first), topOf(second), topOf(third)];
    stop(hitId());
    await expect.poll(() => second?.textContent).toContain('Closed by stop loss');
    // -99 and 0.6 of fee.
    await expect.poll(() => second?.textContent).toContain('−99.60');
    expect(second?.textContent).toContain('1.07340');
    expect([topOf(first), topOf(second), topOf(third)]).toEqual(before);
    expect(within(second as HTMLElement).queryAllByRole('button')).toEqual([]);
    expect(second?.querySelector('[aria-live], [role="status"], [role="alert"]')).toBeNull();
    expect(rowsOf('Holding').length).toBe(2);
  });

  it('goes once nobody has touched the page for a moment; then nothing can be pressed until the list has stood', async () => {
    await hold();
    stop(hitId());
    await expect.poll(() => places()[1]?.textContent).toContain('Closed by stop loss');
    vi.advanceTimersByTime(4_900);
    fireEvent.pointerDown(document.body, { pointerId: 1 });
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => places().length).toBe(3);
    fireEvent.pointerUp(document.body, { pointerId: 1 });
    vi.advanceTimersByTime(1_900);
    expect(places().length).toBe(3);
    vi.advanceTimersByTime(600);
    await expect.poll(() => places().length).toBe(2);
    const head = within(rowsOf('Holding')[1] as HTMLElement).getAllByRole('button')[0] as HTMLElement;
    expect(getComputedStyle(head).pointerEvents).toBe('none');
    vi.advanceTimersByTime(1_000);
    expect(getComputedStyle(head).pointerEvents).toBe('auto');
  });

  it('several at once, and the last one, keep theirs; what stands above the list keeps its height', async () => {
    await hold();
    const top = topOf(places()[0]);
    stop(...world.held.map(({ Id }) => Id));
    push({ account: { balance: '9890.5', equity: '9890.5', margin: '0', usable: '9890.5', profit: '0', level: '0' } });
    await expect.poll(() => places().map((place) => place.textContent?.includes('Closed by stop loss'))).toEqual([true, true, true]);
    expect(topOf(places()[0])).toBe(top);
    expect(screen.queryByRole('button', { name: 'Close all' })).toBeNull();
    vi.advanceTimersByTime(6_000);
    await expect.poll(() => screen.queryByRole('list', { name: 'Holding' })).toBeNull();
  });

  it('D9.505 holds up none that ended before: each goes in its time, however often others end', async () => {
    await hold();
    const [first, second] = world.held.map(({ Id }) => Id) as [number, number, number];
    stop(first);
    await expect.poll(() => places()[0]?.textContent).toContain('Closed by stop loss');
    vi.advanceTimersByTime(4_000);
    stop(second);
    await expect.poll(() => places()[1]?.textContent).toContain('Closed by stop loss');
    vi.advanceTimersByTime(1_100);
    await expect.poll(() => places().length).toBe(2);
    expect(places()[0]?.textContent).toContain('Closed by stop loss');
    vi.advanceTimersByTime(5_100);
    await expect.poll(() => places().length).toBe(1);
  });

  it('D9.490 never goes while a finger that has scrolled rests upon the page, and goes once it has left what is gone', async () => {
    await hold();
    stop(hitId());
    await expect.poll(() => places()[1]?.textContent).toContain('Closed by stop loss');
    const under = document.body.appendChild(document.createElement('p'));
    const finger = new Touch({ identifier: 1, target: under });
    fireEvent.pointerDown(under, { pointerId: 1 });
    under.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [finger] }));
    fireEvent.pointerCancel(under, { pointerId: 1 });
    vi.advanceTimersByTime(20_000);
    await new Promise(requestAnimationFrame);
    expect(places().length).toBe(3);
    under.remove();
    under.dispatchEvent(new TouchEvent('touchend', { bubbles: true, touches: [] }));
    vi.advanceTimersByTime(2_600);
    await expect.poll(() => places().length).toBe(2);
  });
});
