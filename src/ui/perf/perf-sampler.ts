/**
 * Looks once a second at what the page does. Frames and load are measured in turns: asking for every frame is work that the load would
 * show as the page's own.
 */
import { batch, signal } from '@preact/signals';
import { pageStats } from '../state/apply-frame.ts';
import { startBusyProbe } from './busy-probe.ts';
import { startFrameProbe } from './frame-probe.ts';
import { type Look, quantile, type Rates, ratesBetween } from './perf-figures.ts';

const LOOK_EVERY_MS = 1_000;

/** Newest figures; `undefined` until they were measured once. */
export const rates = signal<Rates | undefined>(undefined);
export const frameMs = signal<{ median: number; late: number } | undefined>(undefined);
export const busy = signal<number | undefined>(undefined);
export const tickToPaintMs = signal(0);
export const reconnects = signal(0);
/** Tasks over 50 ms since the page began; `undefined` where the browser does not tell. */
export const longTasks = signal<{ count: number; longestMs: number } | undefined>(undefined);

/** Measures until the returned function is called. */
export function startSampler(): () => void {
  const stopTasks = watchLongTasks();
  let before = look();
  let isFrameTurn = true;
  let end: () => void = frameTurn();
  const timer = setInterval(() => {
    const now = look();
    batch(() => {
      end();
      rates.value = ratesBetween(before, now);
      tickToPaintMs.value = now.stats.lastTickToPaintMs;
      reconnects.value = now.stats.reconnects;
    });
    before = now;
    isFrameTurn = !isFrameTurn;
    end = isFrameTurn ? frameTurn() : busyTurn();
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    end();
    stopTasks();
  };
}

const look = (): Look => ({ stats: pageStats(), atMs: performance.now() });

/** A page that nobody sees draws nothing and its timers are slowed: its figures would be the browser's. */
const isSeen = (): boolean => !document.hidden;

function frameTurn(): () => void {
  const stop = startFrameProbe();
  return () => {
    const gaps = stop();
    if (gaps.length > 0 && isSeen()) frameMs.value = { median: quantile(gaps, 0.5), late: quantile(gaps, 0.95) };
  };
}

function busyTurn(): () => void {
  const stop = startBusyProbe();
  return () => {
    const share = stop();
    if (!Number.isNaN(share) && isSeen()) busy.value = share;
  };
}

function watchLongTasks(): () => void {
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return () => undefined;
  longTasks.value = { count: 0, longestMs: 0 };
  const observer = new PerformanceObserver((list) => {
    const { count, longestMs } = longTasks.peek() ?? { count: 0, longestMs: 0 };
    const durations = list.getEntries().map(({ duration }) => duration);
    longTasks.value = { count: count + durations.length, longestMs: Math.max(longestMs, ...durations) };
  });
  // Those before the panel came count too.
  observer.observe({ type: 'longtask', buffered: true });
  return () => observer.disconnect();
}
