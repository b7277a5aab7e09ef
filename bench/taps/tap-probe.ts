/** What a page notes of a tap: from the finger, by the browser's own stamp of the event, until what was asked for has been painted. */

export type ProbedTaps = {
  /** Begins to look for `selector`, visible and with words in it. `tapTaken` then settles with ms from the tap to its paint. */
  awaitTap(selector: string): void;
  tapTaken(): Promise<number>;
};

/** Runs in the page, before its own scripts. */
export function tapProbe(): void {
  const WORDS_MIN = 3;
  const TOLD_WITHIN_MS = 1_000;
  /** ms: the shortest that the browser tells of. */
  const TOLD_MIN_MS = 16;
  let tell: (entry: PerformanceEntry) => void = () => undefined;
  let taken: Promise<number> = Promise.resolve(0);
  const found = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((node) => (node.textContent ?? '').trim().length >= WORDS_MIN);
  /** Asked in a frame before its paint: of the document alone, since a question about its layout would be part of what is measured. */
  const isMade = (selector: string) => found(selector).some((node) => !node.closest('[hidden]'));
  /** Asked right behind that paint, when the layout is known. */
  const isThere = (selector: string) => found(selector).some((node) => node.checkVisibility() && node.getBoundingClientRect().height > 1);
  /** A message that is sent in a frame comes when that frame has been painted. */
  const painted = () =>
    new Promise<number>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(0);
    });
  /**
   * When the picture that follows a tap was on screen, as the browser itself tells it (Event Timing, in steps of 8 ms). A message would come
   * behind the frames and ticks that follow: they are no part of what was waited for.
   */
  const shown = async (timeStamp: number): Promise<number> => {
    const atLast = painted();
    const told = new Promise<PerformanceEntry>((resolve) => {
      tell = (entry) => Math.abs(entry.startTime - timeStamp) < 1 && resolve(entry);
    });
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, TOLD_WITHIN_MS, undefined));
    const entry = await Promise.race([told, late]);
    return entry ? timeStamp + entry.duration : atLast;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('click')) tell(entry);
  }).observe({ type: 'event', durationThreshold: TOLD_MIN_MS } as PerformanceObserverInit);
  Object.assign(globalThis, {
    awaitTap: (selector: string) => {
      taken = new Promise((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            let isNext = true;
            const look = () => {
              const again = () => requestAnimationFrame(look);
              if (isMade(selector)) {
                const at = isNext ? shown(timeStamp) : painted();
                void painted().then(() => (isThere(selector) ? void at.then((atMs) => resolve(atMs - timeStamp)) : again()));
              } else again();
              isNext = false;
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      });
    },
    tapTaken: () => taken,
  });
}
