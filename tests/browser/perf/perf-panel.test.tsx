import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FRAME_BYTES, HEADER } from '#protocol/frame.ts';
import { startBusyProbe } from '#ui/perf/busy-probe.ts';
import { offerPerfPanel } from '#ui/perf/perf-panel.tsx';
import { applyFrame } from '#ui/state/apply-frame.ts';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import '#ui/tokens.css';

let stop: (() => void) | undefined;
let stopFeeding: (() => void) | undefined;
const open = async (profile: 'demo' | 'production') => {
  putSite({ is_mock_login: profile === 'demo' ? '1' : '0' });
  stop = await offerPerfPanel();
};
const panel = () => screen.queryByRole('complementary', { name: 'Speed' });
const figure = (name: string) =>
  [...(panel()?.querySelectorAll('dt') ?? [])].find((term) => term.textContent === name)?.nextElementSibling?.textContent ?? '';
const number = (name: string) => Number.parseFloat(figure(name).replace(/[^\d.]/g, ''));

/** Frames as an engine sends them: ten a second, each with 40 ticks and 2,000 bytes more. */
function feed(): () => void {
  let frames = 0;
  const timer = setInterval(() => {
    const buffer = new ArrayBuffer(FRAME_BYTES);
    const slots = new Float64Array(buffer);
    frames++;
    slots.set([frames, 1], HEADER.number);
    slots[HEADER.ticks] = frames * 40;
    slots[HEADER.bytes] = frames * 2_000;
    slots[HEADER.frames] = frames;
    slots[HEADER.reconnects] = 3;
    slots[HEADER.arrivedAt] = performance.timeOrigin + performance.now();
    void applyFrame({ buffer, events: [] });
  }, 100);
  return () => clearInterval(timer);
}

beforeEach(() => {
  stopFeeding = feed();
});
afterEach(() => {
  stopFeeding?.();
  stop?.();
  putSite({ is_mock_login: '0' });
});

describe('the panel of ?perf', () => {
  it('shows figures that move with the engine', async () => {
    await open('demo');
    await expect.poll(() => number('Ticks'), { timeout: 6_000 }).toBeGreaterThan(200);
    expect(number('Ticks')).toBeLessThan(600);
    expect(number('Socket')).toBeGreaterThan(10);
    expect(number('Socket')).toBeLessThan(30);
    expect(number('Engine to page')).toBeGreaterThan(60);
    expect(number('Engine to page')).toBeLessThan(250);
    await expect.poll(() => figure('Main thread busy'), { timeout: 6_000 }).toMatch(/^\d+ %$/);
    expect(figure('Frame, p50 / p95')).toMatch(/^\d+(\.\d)? \/ \d+(\.\d)? ms$/);
    expect(figure('Tick to paint')).toMatch(/^[\d,]+ ms$/);
    expect(figure('Tasks over 50 ms')).toMatch(/^\d+, longest [\d,]+ ms$/);
    expect(figure('Link')).toBe('live, 3 reconnects');
    stopFeeding?.();
    await expect.poll(() => figure('Ticks'), { timeout: 6_000 }).toBe('0 /s');
    expect(figure('Engine to page')).toBe('every -- ms');
  });

  it('is not there in the production profile', async () => {
    await open('production');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(panel()).toBeNull();
    putSite({ is_mock_login: '1' });
    await expect.poll(panel).not.toBeNull();
    putSite({ is_mock_login: '0' });
    await expect.poll(panel).toBeNull();
  });

  it('closed it measures nothing; it takes taps on its head only and has nothing that a screen reader trips over', async () => {
    await open('demo');
    await expect.poll(panel).not.toBeNull();
    const box = panel() as HTMLElement;
    expect(getComputedStyle(box).pointerEvents).toBe('none');
    expect(getComputedStyle(box.querySelector('header') as HTMLElement).pointerEvents).toBe('auto');
    expect(await problemsOf(box)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Hide speed' }));
    await expect.poll(() => box.querySelector('dl')).toBeNull();
    let asked = 0;
    const real = globalThis.requestAnimationFrame;
    stopFeeding?.();
    globalThis.requestAnimationFrame = (work) => {
      asked++;
      return real(work);
    };
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    globalThis.requestAnimationFrame = real;
    expect(asked).toBeLessThan(3);
    fireEvent.click(screen.getByRole('button', { name: 'Show speed' }));
    await expect.poll(() => box.querySelector('dl')).not.toBeNull();
  });

  it.each(['ltr', 'rtl'])('stays on the screen and off the tab bar however far it is dragged (%s)', async (direction) => {
    document.documentElement.dir = direction;
    const tabs = document.createElement('nav');
    tabs.className = 'tab-bar';
    tabs.style.cssText = 'position: fixed; inset: auto 0 0 0; height: 58px';
    document.body.append(tabs);
    await open('demo');
    await expect.poll(panel).not.toBeNull();
    const box = panel() as HTMLElement;
    const head = box.querySelector('header') as HTMLElement;
    const drag = (x: number, y: number) => {
      const at = head.getBoundingClientRect();
      const from = { clientX: at.left + 20, clientY: at.top + 10, pointerId: 1 };
      head.setPointerCapture = () => undefined;
      fireEvent(head, new PointerEvent('pointerdown', { ...from, bubbles: true }));
      fireEvent(head, new PointerEvent('pointermove', { ...from, clientX: from.clientX + x, clientY: from.clientY + y, bubbles: true }));
      fireEvent(head, new PointerEvent('pointerup', { ...from, bubbles: true }));
      return box.getBoundingClientRect();
    };
    expect(box.getBoundingClientRect().bottom).toBeLessThanOrEqual(tabs.getBoundingClientRect().top);
    const far = drag(-5_000, -5_000);
    expect([far.left, far.top].map(Math.round)).toEqual([0, 0]);
    const near = drag(5_000, 5_000);
    expect(Math.round(near.right)).toBe(innerWidth);
    expect(Math.round(near.bottom)).toBe(Math.round(tabs.getBoundingClientRect().top));
    const before = box.getBoundingClientRect();
    const moved = drag(-10, -20);
    expect([before.left - moved.left, before.top - moved.top].map(Math.round)).toEqual([10, 20]);
    tabs.remove();
    document.documentElement.dir = 'ltr';
  });
});

describe('the share of time that the main thread works', () => {
  /** Works so long, so often. Gives what ends it and tells the share that it really took: other processes have their share too. */
  const keepBusy = (workMs: number, everyMs: number) => {
    const startMs = performance.now();
    let takenMs = 0;
    const timer = setInterval(() => {
      const fromMs = performance.now();
      while (performance.now() < fromMs + workMs);
      takenMs += performance.now() - fromMs;
    }, everyMs);
    return () => {
      clearInterval(timer);
      return takenMs / (performance.now() - startMs);
    };
  };

  it.each([
    [12, 40],
    [28, 40],
  ])('is found by probing at random moments: %i ms of work every %i ms', async (workMs, everyMs) => {
    const rest = keepBusy(workMs, everyMs);
    const end = startBusyProbe();
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    const [probed, taken] = [end(), rest()];
    expect(probed).toBeGreaterThan(taken - 0.2);
    expect(probed).toBeLessThan(taken + 0.3);
  });
});
