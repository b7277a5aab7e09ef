/**
 * When rows really come on screen, seen from outside of what shows them: the text of a row has changed to the awaited price, a display
 * frame has begun, and a message that was sent in it has come back, which is after the paint.
 */
type Awaited = { readonly text: string; readonly sentMs: number };

export class ShownRows {
  #shownMs: number[] = [];
  readonly #awaited = new Map<string, Awaited>();
  /** Sending times of rows whose text stands and that wait for the paint. */
  #unpainted: number[] = [];
  readonly #channel = new MessageChannel();

  /** Begins to look at every row of the page. */
  start(): void {
    this.#channel.port1.onmessage = () => {
      const now = Date.now();
      for (const sentMs of this.#unpainted) this.#shownMs.push(now - sentMs);
      this.#unpainted = [];
    };
    const observer = new MutationObserver((records) => {
      for (const { target } of records) this.#changed(target);
    });
    const list = document.querySelector('ul.list');
    if (!list) throw new Error('there is no list to look at');
    observer.observe(list, { characterData: true, subtree: true });
  }

  /** A price that is about to be shown, and when its tick was sent. */
  expect(code: string, text: string, sentMs: number): void {
    this.#awaited.set(code, { text, sentMs });
  }

  /** Milliseconds from the sending of a tick to its pixels, since the last call. */
  take(): number[] {
    return this.#shownMs.splice(0);
  }

  #changed(target: Node): void {
    const code = target.parentElement?.dataset.symbol ?? '';
    const awaited = this.#awaited.get(code);
    if (awaited === undefined || target.textContent !== awaited.text) return;
    this.#awaited.delete(code);
    if (this.#unpainted.push(awaited.sentMs) === 1) requestAnimationFrame(() => this.#channel.port2.postMessage(0));
  }
}
