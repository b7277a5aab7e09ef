/** An order takes its stops with it: what is left of their fields, beside the button that is tapped next. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { push } from './fake-market.ts';
import { buy, chip, leaveTrade, openTrade, resetTrade, sell, stop, strip, toggle, world } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

type StopLabel = 'Stop loss' | 'Take profit';
const BOTH: readonly StopLabel[] = ['Stop loss', 'Take profit'];
const taps = (name: StopLabel) => within(screen.getByRole('group', { name })).getAllByRole('button');
const texts = (name: StopLabel) => taps(name).map(({ textContent }) => textContent);
const heights = () =>
  [...document.querySelectorAll('.ticket-stops, .ticket-stop .stop-offsets')].map((part) =>
    Math.round(part.getBoundingClientRect().bottom - (document.querySelector('.ticket-stops')?.getBoundingClientRect().top ?? 0)),
  );

it.each([[['Stop loss']], [['Take profit']], [BOTH]] as readonly [readonly StopLabel[]][])(
  'D9.510 %o: nothing in the ticket moves, and one tap sets the next stop',
  async (names) => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    for (const name of names) {
      await toggle(name);
      await expect.poll(() => stop(name).disabled).toBe(false);
      const own = taps(name).find(({ textContent }) => textContent?.startsWith('Buy') || names.length === 2);
      fireEvent.click(own as HTMLElement);
    }
    await expect.poll(() => buy().disabled).toBe(false);
    const [was, offered] = [heights(), names.map(texts)];
    fireEvent.click(buy());
    await strip();
    for (const name of names)
      expect([(await chip(name)).textContent, stop(name).disabled, stop(name).value]).toEqual([`${name}off`, true, '']);
    expect([heights(), names.map(texts)]).toEqual([was, offered]);
    // Past where they were: nothing of them is left.
    push({ quotes: [{ id: 1, close: 1.2 }] });
    await expect.poll(() => document.querySelector('.trade-last')?.textContent).toBe('1.20000');
    expect([buy().disabled, sell().disabled]).toEqual([false, false]);
    fireEvent.click(sell());
    await expect.poll(() => world.calls.length).toBe(2);
    expect(Object.fromEntries(world.calls[1]?.fields ?? [])).toMatchObject({ stop_loss_price: '0', target_profit_price: '0' });
    const [name = 'Stop loss'] = names;
    fireEvent.click(taps(name)[0] as HTMLElement);
    await expect.poll(() => stop(name).value).toMatch(/^1\.\d{5}$/);
    await expect.poll(async () => (await chip(name)).textContent).toBe(`${name}${stop(name).value}`);
    await expect.poll(heights).toEqual(was);
  },
);
