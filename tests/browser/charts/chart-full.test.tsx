/** The chart and what belongs to it over the whole screen (decision D9.114). */
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { push } from '../trade/fake-market.ts';
import { chart, chartOf, isActive, leaveTrade, openTrade, resetTrade, world } from '../trade/open-trade.tsx';

/** The device's; `screen` is the page as a test finds things in it. */
const device = globalThis.screen;
const button = (name: string) => screen.findByRole('button', { name });
const page = () => document.querySelector('.trade') as HTMLElement;
const themes = ['light', 'dark'] as const;
const setTheme = (theme: string) => document.documentElement.setAttribute('data-theme', theme);

async function show(): Promise<void> {
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(10);
}

/** Steps of the history that lie over the page. */
const steps = () => (history.state as { layers?: number } | null)?.layers ?? 0;
/** Fills the screen, and waits for its step in the history. */
async function fill(as: 'layer' | 'platform' = 'layer'): Promise<void> {
  fireEvent.click(await button('Full screen'));
  await expect.poll(() => page().dataset.full).toBe(as);
  await expect.poll(steps).toBe(1);
}

/** Full screen is over, and so is the step back that this takes: one that came later would end that of the next test. */
async function left(): Promise<void> {
  await expect.poll(() => page().dataset.full).toBeUndefined();
  await expect.poll(steps).toBe(0);
}

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  setTheme('light');
  await resetTrade();
});
afterEach(async () => {
  await leaveTrade();
  setTheme('light');
});

describe('the chart over the whole screen', () => {
  afterEach(() => vi.restoreAllMocks());
  const without = () => vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);

  it('is a layer where the platform has no full screen: it covers all, the rest is inert, Esc leaves', async () => {
    without();
    await show();
    fireEvent.click(await button('Full screen'));
    await expect.poll(() => page().dataset.full).toBe('layer');
    const box = page().getBoundingClientRect();
    expect([box.left, box.top, box.width, box.height]).toEqual([0, 0, innerWidth, innerHeight]);
    expect((document.querySelector('.ticket') as HTMLElement).offsetHeight).toBe(0);
    expect(page().closest('[inert]')).toBeNull();
    await expect.poll(() => chart().offsetHeight).toBeGreaterThan(innerHeight * 0.55);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await left();
    expect(document.querySelector('[inert]')).toBeNull();
    await expect.poll(() => chart().offsetHeight).toBeLessThan(innerHeight / 2);
  });

  it('D9.114 has all that trading needs: price, its age, periods, tools, Buy and Sell, none over the other', async () => {
    without();
    await show();
    fireEvent.click(await button('Full screen'));
    await expect.poll(() => page().dataset.full).toBe('layer');
    push({ quotes: [{ id: 1, close: 1.08342, state: 1 }] });
    const parts = ['.trade-last', '.live-mark', '.trade-period-strip', '.chart-tools', '.candle-chart-plot', '.trade-bar-buttons'];
    const boxes = parts.map((part) => (page().querySelector(part) as HTMLElement).getBoundingClientRect());
    for (const { left, top, right, bottom } of boxes)
      expect([left >= 0, top >= 0, right <= innerWidth + 0.5, bottom <= innerHeight + 0.5]).toEqual([true, true, true, true]);
    const [, , , , plot, bar] = boxes as [DOMRect, DOMRect, DOMRect, DOMRect, DOMRect, DOMRect];
    expect(plot.bottom <= bar.top || plot.right <= bar.left).toBe(true);
    expect(document.elementFromPoint(bar.left + 10, bar.top + 10)?.closest('button')?.textContent).toContain('Buy');
    fireEvent.click(await button('Leave full screen'));
    await left();
  });

  it('D9.114 leaves out the choice between contract and micro as it leaves out the form, and the bar is the last thing', async () => {
    without();
    putSite({ currency: 'USD', timezone: '0', is_micro: '1' });
    await show();
    await expect.poll(() => document.querySelector<HTMLElement>('.trade-kinds')?.offsetHeight ?? 0).toBeGreaterThan(0);
    fireEvent.click(await button('Full screen'));
    await expect.poll(() => page().dataset.full).toBe('layer');
    expect((document.querySelector('.trade-kinds') as HTMLElement).offsetHeight).toBe(0);
    expect((page().querySelector('.trade-bar') as HTMLElement).getBoundingClientRect().bottom).toBeCloseTo(innerHeight, 0);
    fireEvent.click(await button('Leave full screen'));
    await left();
  });

  it('is left by Back, which stays on the page, and by its button', async () => {
    without();
    await show();
    const hash = location.hash;
    await fill();
    history.back();
    await expect.poll(() => page().dataset.full).toBeUndefined();
    expect(location.hash).toBe(hash);
    await fill();
    fireEvent.click(await button('Leave full screen'));
    await left();
    expect(location.hash).toBe(hash);
  });

  it('D9.255 that is left and filled again at once stays full: the step of the first ends nothing, and one Back ends it', async () => {
    without();
    await show();
    const hash = location.hash;
    for (let round = 0; round < 3; round++) {
      await fill();
      fireEvent.click(await button('Leave full screen'));
      await expect.poll(() => page().dataset.full).toBeUndefined();
      fireEvent.click(await button('Full screen'));
      await expect.poll(() => page().dataset.full).toBe('layer');
      // Whatever steps are still to be gone are gone by the time at which two frames have come and its own is there.
      await expect.poll(steps).toBe(1);
      expect(page().dataset.full).toBe('layer');
      history.back();
      await left();
      expect(location.hash).toBe(hash);
    }
  });

  it('D9.255 shows another product without an end; Back then ends it, and the page is of that product', async () => {
    without();
    await show();
    await fill();
    fireEvent.click(await button('Choose a product'));
    const drawer = await screen.findByRole('dialog');
    await expect.poll(steps).toBe(2);
    const rows = await within(drawer).findAllByRole('listitem');
    const gold = rows.find((row) => row.textContent?.includes('XAU/USD'))?.querySelector('.product-drawer-pick');
    fireEvent.click(gold as Element);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await expect.poll(() => [location.hash, steps()]).toEqual(['#/trade?id=2', 1]);
    expect(page().dataset.full).toBe('layer');
    expect(page().querySelector('.trade-code')?.textContent).toBe('XAU/USD');
    history.back();
    await left();
    expect([location.hash, page().querySelector('.trade-code')?.textContent]).toEqual(['#/trade?id=2', 'XAU/USD']);
  });

  /** A platform that fills the screen with the page, as long as nobody ends it. */
  function platform(): { element: Element | null; asked: () => number } {
    const of: { element: Element | null; asked: () => number } = { element: null, asked: () => asked.mock.calls.length };
    vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(true);
    vi.spyOn(document, 'fullscreenElement', 'get').mockImplementation(() => of.element);
    const asked = vi.spyOn(HTMLElement.prototype, 'requestFullscreen').mockImplementation(async () => {
      of.element = page();
    });
    vi.spyOn(document, 'exitFullscreen').mockImplementation(async () => {
      of.element = null;
      document.dispatchEvent(new Event('fullscreenchange'));
    });
    return of;
  }

  it('D9.255 of the platform is left by Back too, which stays on the page', async () => {
    const { element } = platform();
    expect(element).toBeNull();
    await show();
    const hash = location.hash;
    for (let round = 0; round < 2; round++) {
      await fill('platform');
      history.back();
      await left();
      expect([location.hash, document.fullscreenElement]).toEqual([hash, null]);
    }
  });

  it('D9.114 uses the full screen of the platform, asks for landscape, does without, and gives the turn back on leaving', async () => {
    const of = platform();
    type Turn = { lock(to: string): Promise<void>; unlock(): void };
    const turn = device.orientation as unknown as Turn;
    // A device that never answers holds nobody up.
    const lock = vi.spyOn(turn, 'lock').mockReturnValue(new Promise(() => undefined));
    const unlock = vi.spyOn(turn, 'unlock');
    await show();
    await fill('platform');
    // A second press while it comes is the same press.
    expect(of.asked()).toBe(1);
    expect(lock.mock.calls).toEqual([['landscape']]);
    expect(unlock).not.toHaveBeenCalled();
    // The platform's own Back or Esc.
    of.element = null;
    document.dispatchEvent(new Event('fullscreenchange'));
    await left();
    expect(unlock).toHaveBeenCalledOnce();
  });

  it('is over when a link leads to another page, which is not left behind it', async () => {
    without();
    await show();
    fireEvent.click(await button('Full screen'));
    await expect.poll(() => page().dataset.full).toBe('layer');
    isActive.value = false;
    await expect.poll(() => page().dataset.full).toBeUndefined();
    expect([...document.querySelectorAll('[inert]')].map((node) => node.getAttribute('data-page'))).toEqual(['/tried']);
    await expect.poll(steps).toBe(0);
  });

  it('falls back to the layer when the platform refuses, and has no accessibility problem there', async () => {
    vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(true);
    vi.spyOn(HTMLElement.prototype, 'requestFullscreen').mockRejectedValue(new TypeError('refused'));
    await show();
    fireEvent.click(await button('Full screen'));
    await expect.poll(() => page().dataset.full).toBe('layer');
    for (const theme of themes) {
      setTheme(theme);
      expect(await problemsOf(page())).toEqual([]);
    }
    fireEvent.click(await button('Leave full screen'));
    await left();
  });
});
