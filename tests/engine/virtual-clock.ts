/** Time that moves only when told. Due work runs in the order of its time; after each piece every promise that can settle has settled. */

type Stop = () => void;
type Entry = { dueMs: number; order: number; work: () => void; stopped: boolean };

/** Lets every promise that is ready run to its end. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class VirtualClock {
  #nowMs: number;
  /** What the wall clock is ahead of the steady one: a sleeping machine adds to both, a correction only here. */
  wallShiftMs = 0;
  #order = 0;
  #heap: Entry[] = [];
  /** Pieces of work done; a simulation bounds it. */
  ran = 0;

  constructor(startMs = Date.UTC(2026, 2, 4, 10, 0, 0)) {
    this.#nowMs = startMs;
  }

  /** Steady ms: never goes back. */
  steady = (): number => this.#nowMs;
  /** Wall ms. */
  now = (): number => this.#nowMs + this.wallShiftMs;

  after = (delayMs: number, work: () => void): Stop => {
    const entry: Entry = { dueMs: this.#nowMs + Math.max(0, delayMs), order: this.#order++, work, stopped: false };
    this.#push(entry);
    return () => {
      entry.stopped = true;
    };
  };

  sleep = (delayMs: number): Promise<void> => new Promise((resolve) => this.after(delayMs, resolve));

  /** Timers waiting, stopped ones left out. */
  get waiting(): number {
    return this.#heap.filter((entry) => !entry.stopped).length;
  }

  async advance(byMs: number): Promise<void> {
    const endMs = this.#nowMs + byMs;
    await settled();
    for (let head = this.#heap[0]; head && head.dueMs <= endMs; head = this.#heap[0]) {
      this.#pop();
      if (head.stopped) continue;
      this.#nowMs = Math.max(this.#nowMs, head.dueMs);
      this.ran++;
      head.work();
      await settled();
    }
    this.#nowMs = endMs;
  }

  /** The machine sleeps: time passes, nothing runs; what fell due runs late on the next `advance`. */
  sleepMachine(byMs: number): void {
    this.#nowMs += byMs;
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(heap[parent] as Entry, entry)) break;
      heap[at] = heap[parent] as Entry;
      at = parent;
    }
    heap[at] = entry;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Entry;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child++;
      if (isBefore(last, heap[child] as Entry)) break;
      heap[at] = heap[child] as Entry;
      at = child;
    }
    heap[at] = last;
  }
}

const isBefore = (a: Entry, b: Entry): boolean => a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);
