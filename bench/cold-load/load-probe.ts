/**
 * Runs in the page from before its first script: notes when prices and candles came on screen, long tasks and layout shifts. It looks only
 * when the document changes, and stops when it is asked to.
 */

/** Times in ms from the navigation's start; of a text or of candles, just behind the paint of the frame that brought them. */
/** `isRow`: in a row of the screen itself, not in the ghost that stands before it. */
export type SeenText = { readonly symbol: string; readonly text: string; readonly isRow: boolean; readonly atMs: number };
export type SeenCandles = { readonly count: number; readonly atMs: number };
export type Noted = {
  readonly tasks: readonly { readonly startMs: number; readonly durationMs: number }[];
  readonly shifts: readonly { readonly atMs: number; readonly value: number }[];
  readonly firstPaintMs: number;
};
export type ProbedPage = {
  loadSeen(texts: SeenText[], candles: SeenCandles | undefined): void;
  stopLooking(): void;
  noted(): Noted;
};

/** Its source goes into the page as it is: it may use nothing from around it. */
export function loadProbe(): void {
  const page = globalThis as unknown as ProbedPage;
  const tasks: { startMs: number; durationMs: number }[] = [];
  const shifts: { atMs: number; value: number }[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ startMs: startTime, durationMs: duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push({ atMs: entry.startTime, value: (entry as unknown as { value: number }).value });
  }).observe({ type: 'layout-shift', buffered: true });

  const known = new Map<Element, string>();
  const afterPaint = new MessageChannel();
  let texts: { symbol: string; text: string; isRow: boolean }[] = [];
  let candles: number | undefined;
  let hasCandles = false;
  let isAsked = false;
  afterPaint.port1.onmessage = () => {
    const atMs = performance.now();
    page.loadSeen(
      texts.map((seen) => ({ ...seen, atMs })),
      candles === undefined ? undefined : { count: candles, atMs },
    );
    texts = [];
    candles = undefined;
    isAsked = false;
  };
  const look = () => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-symbol], [data-glance]')) {
      const text = element.textContent ?? '';
      if (known.get(element) === text) continue;
      known.set(element, text);
      const { symbol, glance } = element.dataset;
      if (/\d/.test(text)) texts.push({ symbol: symbol ?? glance ?? '', text, isRow: symbol !== undefined });
    }
    const box = hasCandles ? null : document.querySelector<HTMLElement>('[data-candles]');
    if (box && Number(box.dataset.candles) > 0) {
      hasCandles = true;
      candles = Number(box.dataset.candles);
    }
    if (isAsked || (texts.length === 0 && candles === undefined)) return;
    isAsked = true;
    requestAnimationFrame(() => afterPaint.port2.postMessage(0));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['data-candles'] });
  page.stopLooking = () => observer.disconnect();
  page.noted = () => ({
    tasks,
    shifts,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  });
}
