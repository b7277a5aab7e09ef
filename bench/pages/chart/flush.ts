/**
 * Turns what charts put off into calls that can be timed: frames and size observations are captured and run here, promises are awaited,
 * and reading one pixel of each canvas makes the browser do the painting that it had only noted down.
 */
const ROUNDS_MAX = 50;
/** Promises that follow from one another: more than any of the charts chains, and few, since they are the bench's own time. */
const MICROTASKS = 6;

let frames: { id: number; run: FrameRequestCallback }[] = [];
let lastId = 0;
type Observation = { observer: CapturedObserver; target: Element; seen: string };
let observations: Observation[] = [];

class CapturedObserver implements ResizeObserver {
  readonly callback: ResizeObserverCallback;
  constructor(callback: ResizeObserverCallback) {
    this.callback = callback;
  }
  observe(target: Element): void {
    observations.push({ observer: this, target, seen: '' });
  }
  unobserve(target: Element): void {
    observations = observations.filter((one) => one.observer !== this || one.target !== target);
  }
  disconnect(): void {
    observations = observations.filter((one) => one.observer !== this);
  }
}

/** From here on no frame and no size observation runs by itself. */
export function capture(): void {
  window.requestAnimationFrame = (run) => {
    frames.push({ id: ++lastId, run });
    return lastId;
  };
  window.cancelAnimationFrame = (id) => {
    frames = frames.filter((frame) => frame.id !== id);
  };
  window.ResizeObserver = CapturedObserver;
}

const sizeOf = (target: Element): string => {
  const { width, height } = target.getBoundingClientRect();
  return `${width}x${height}`;
};

function entryOf(target: Element): ResizeObserverEntry {
  const contentRect = target.getBoundingClientRect();
  const size = (factor: number) => [{ inlineSize: contentRect.width * factor, blockSize: contentRect.height * factor }];
  return {
    target,
    contentRect,
    borderBoxSize: size(1),
    contentBoxSize: size(1),
    devicePixelContentBoxSize: size(devicePixelRatio),
  };
}

/** Tells what was observed and not yet told, or has another size since. True when there was any. */
function deliverSizes(isWhole: boolean): boolean {
  const due = observations.filter((one) => one.seen === '' || (isWhole && one.seen !== sizeOf(one.target)));
  for (const one of due) {
    one.seen = sizeOf(one.target);
    one.observer.callback([entryOf(one.target)], one.observer);
  }
  return due.length > 0;
}

/** Runs everything that waits, until nothing does. `sizes`: also looks for elements that have another size now. */
export async function flush({ sizes = false } = {}): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    for (let i = 0; i < MICROTASKS; i++) await null;
    const told = deliverSizes(sizes);
    const due = frames;
    frames = [];
    const nowMs = performance.now();
    for (const { run } of due) run(nowMs);
    if (!told && due.length === 0) return;
  }
  throw new Error('something asks for a frame in every frame');
}

/** What still waits for a frame. */
export const framesAsked = (): number => frames.length;

const touched = new Set<CanvasRenderingContext2D>();

/** Notes which canvases were drawn into: reading one that nobody touched would cost time that no chart takes. */
export function watchDrawing(): void {
  const { prototype } = CanvasRenderingContext2D;
  for (const name of ['clearRect', 'fillRect', 'fillText', 'fill', 'stroke', 'drawImage'] as const) {
    const draw = prototype[name] as (this: CanvasRenderingContext2D, ...rest: unknown[]) => void;
    Object.assign(prototype, {
      [name](this: CanvasRenderingContext2D, ...rest: unknown[]) {
        touched.add(this);
        draw.apply(this, rest);
      },
    });
  }
}

/** Makes the browser paint what was drawn. Gives the number of canvases that were. */
export function raster(): number {
  const { size } = touched;
  for (const context of touched) context.getImageData(0, 0, 1, 1);
  touched.clear();
  return size;
}
