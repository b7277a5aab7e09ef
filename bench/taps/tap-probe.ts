/** What a page notes of a tap: from the finger, by the browser's own stamp of the event, until what was asked for has been painted. */

export type ProbedTaps = {
  /** Begins to look for `selector`, visible and with words in it. `tapTaken` then settles with ms from the tap to its paint. */
  awaitTap(selector: string): void;
  tapTaken(): Promise<number>;
};

/** Runs in the page, before its own scripts. */
export function tapProbe(): void {
  const WORDS_MIN = 3;
  let taken: Promise<number> = Promise.resolve(0);
  const isThere = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].some(
      (node) => node.checkVisibility() && node.getBoundingClientRect().height > 1 && (node.textContent ?? '').trim().length >= WORDS_MIN,
    );
  /** A message that is sent in a frame comes when that frame has been painted. */
  const painted = () =>
    new Promise<number>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(0);
    });
  Object.assign(globalThis, {
    awaitTap: (selector: string) => {
      taken = new Promise((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              if (!isThere(selector)) requestAnimationFrame(look);
              else void painted().then((atMs) => resolve(atMs - timeStamp));
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
