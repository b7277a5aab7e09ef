/** Alerts that rest after they fired, in the order in which their rest ends. One that fires now ends its rest last, so it goes to the end. */

type Waiting<T> = { readonly until: number; readonly one: T };
/** Entries that are over are cut off when there are so many of them. */
const OVER_MAX = 1_024;

export class RestingQueue<T> {
  #waiting: Waiting<T>[] = [];
  #first = 0;

  clear(): void {
    this.#waiting = [];
    this.#first = 0;
  }

  push(until: number, one: T): void {
    const last = this.#waiting.at(-1);
    this.#waiting.push({ until, one });
    // Only what was read from a table comes out of turn.
    if (last && last.until > until) {
      this.#waiting = this.#waiting.slice(this.#first).sort((a, b) => a.until - b.until);
      this.#first = 0;
    }
  }

  /** Takes out all whose rest has ended by a second. */
  until(second: number): T[] {
    const from = this.#first;
    while ((this.#waiting[this.#first]?.until ?? Number.POSITIVE_INFINITY) <= second) this.#first++;
    const over = this.#waiting.slice(from, this.#first).map(({ one }) => one);
    if (this.#first >= OVER_MAX) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    return over;
  }
}
