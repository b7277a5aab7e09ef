import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { sessionNumber } from '#ui/state/session.ts';
import { buy, chart, chartOf, leaveTrade, openTrade, resetMarket, sell, world } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetMarket);
afterEach(leaveTrade);

const bar = () => document.querySelector('.trade-bar')?.getBoundingClientRect().toJSON() as object;
const ticket = () => screen.queryByRole('region', { name: 'Market order' });

describe('G1: the ticket comes after the chart', () => {
  it('until it is here, Buy and Sell stand with their price, and send nothing', async () => {
    openTrade();
    await expect.poll(() => buy().textContent).toContain('1.08342');
    expect(ticket()).toBeNull();
    expect(buy().disabled && sell().disabled).toBe(true);
    fireEvent.click(buy());
    expect(world.calls).toEqual([]);
  });

  it('D9.434 comes by itself once the candles are drawn, where boxes stood for its fields, and nothing that stands moves', async () => {
    openTrade();
    await expect.poll(() => buy().textContent).toContain('1.08342');
    const before = { bar: bar(), chart: chart().getBoundingClientRect().toJSON() as object };
    expect(ticket()).toBeNull();
    const boxes = [...document.querySelectorAll('.ticket-ghost [data-skeleton-row]')];
    expect(boxes.map((box) => getComputedStyle(box, '::before').content)).toEqual(Array(6).fill('none'));
    const tops = [0, 2, 4].map((at) => boxes[at]?.getBoundingClientRect().top);
    chartOf(1);
    await expect.poll(ticket).not.toBeNull();
    expect({ bar: bar(), chart: chart().getBoundingClientRect().toJSON() as object }).toEqual(before);
    expect(document.querySelector('.ticket-ghost')).toBeNull();
    const rows = ['.ticket-row', '.ticket-lots', '.ticket-stops'].map((row) => document.querySelector(row)?.getBoundingClientRect().top);
    expect(rows).toEqual(tops);
    await expect.poll(() => buy().disabled).toBe(false);
    await expect.poll(() => world.engine.tickets.at(-1)).toEqual({ productId: 1, lots: '0.10', leverage: 100 });
  });

  it('says from its first moment why Buy waits, as what stood there before did', async () => {
    openTrade('#/trade?id=5');
    await expect.poll(() => world.engine.tickets.at(-1)).toMatchObject({ productId: 5 });
    const said = new Set<string | null>();
    const observer = new MutationObserver(() => {
      const reason = document.getElementById('trade-bar-reason');
      if (reason) said.add(reason.textContent);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    // The page is made anew for whoever comes.
    const told = world.engine.tickets.length;
    sessionNumber.value++;
    await expect.poll(() => world.engine.tickets.length).toBeGreaterThan(told + 1);
    observer.disconnect();
    expect([...said]).toEqual([expect.stringMatching(/^Closed/)]);
  });
});
