/**
 * Fingers, mouse and wheel turned into what a chart does at once: a horizontal drag pans, two fingers pinch, the wheel does both; a vertical
 * drag stays the page's own scroll (`touch-action: pan-y` in the style sheet). What else a press may mean comes later (`MoreGestures`):
 * how long a hold takes and how far taps may lie apart stands here, what they do in `hand/chart-hand.ts`.
 */

/** A place in the plot, in CSS pixels. */
export type Spot = { readonly x: number; readonly y: number };
/** What a press has become: it is told where its fingers are until one of them leaves. */
export type Grip = {
  move(fingers: readonly Spot[]): void;
  end?(): void;
  /** It moves something of its own: the page does not scroll meanwhile. */
  readonly isOwn?: boolean;
};
/** What is made of presses that are no pan and no pinch. */
export type MoreGestures = {
  /** One finger begins to move. */
  drag(from: Spot): Grip | undefined;
  /** One finger or two rest where they are. */
  hold(fingers: readonly Spot[]): Grip | undefined;
  /** `atMs`: when the finger did it, by the device: a page that is busy hears of it later. */
  tap(at: Spot, atMs: number): void;
  /** A mouse moves over the chart, or leaves it. */
  hover(at: Spot | undefined): void;
};
type GestureTarget = {
  /** Moved by so many CSS pixels since the last call. */
  pan(dx: number): void;
  /** Factor under 1 shows fewer bars; `x` in CSS pixels of the plot stays where it is. */
  zoom(factor: number, x: number): void;
  readonly extra: MoreGestures | undefined;
};

/** A press that rests this long is held. */
const HOLD_MS = 320;
/** Two taps so soon after each other and so near are one double tap. */
export const DOUBLE_TAP = { ms: 300, px: 24 } as const;
/** A press may tremble so far and still be a hold or a tap. */
const SLOP_PX = 6;
/** Wheel pixels that double the view. */
const WHEEL_DOUBLE_PX = 400;
const NOTHING: Grip = { move: () => undefined };

/** Listens on the plot and on the tags before it until the returned function is called. */
export function listenToGestures(plot: HTMLElement, target: GestureTarget): () => void {
  const fingers = new Map<number, Spot>();
  let grip: Grip | undefined;
  /** Where the fingers were when the last one came. */
  let start: readonly Spot[] = [];
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  const spots = () => [...fingers.values()];

  const down = (event: PointerEvent): void => {
    const isOnTag = onTag(event);
    if (event.button !== 0 || fingers.size >= 2 || !(isOnTag || plot.contains(event.target as Node))) return;
    if (!isOnTag) plot.setPointerCapture?.(event.pointerId);
    fingers.set(event.pointerId, spotIn(plot, event));
    start = spots();
    grip?.end?.();
    // A tag is dragged by itself, unless a second finger makes it a pinch.
    grip = isOnTag && fingers.size === 1 ? NOTHING : undefined;
    clearTimeout(holdTimer);
    if (grip || event.pointerType === 'mouse') return;
    holdTimer = setTimeout(() => {
      grip = target.extra?.hold(start);
    }, HOLD_MS);
  };

  const move = (event: PointerEvent): void => {
    const isMouse = event.pointerType === 'mouse';
    if (!fingers.has(event.pointerId)) {
      if (isMouse && plot.contains(event.target as Node)) target.extra?.hover(spotIn(plot, event));
      return;
    }
    fingers.set(event.pointerId, spotIn(plot, event));
    const now = spots();
    if (!grip && !now.some((spot, at) => isApart(spot, start[at] as Spot))) return;
    clearTimeout(holdTimer);
    grip ??= begun(start, isMouse, target);
    grip.move(now);
  };

  const up = (event: PointerEvent): void => {
    const at = fingers.get(event.pointerId);
    if (!at) return;
    fingers.delete(event.pointerId);
    clearTimeout(holdTimer);
    const isTap = !grip && fingers.size === 0 && event.type === 'pointerup';
    const wasOwn = grip?.isOwn;
    grip?.end?.();
    const [rest] = spots();
    // The finger that stays after a pinch goes on as a pan.
    grip = rest && (wasOwn ? NOTHING : pan(rest, target));
    if (isTap) target.extra?.tap(at, event.timeStamp);
  };

  const stop = listen(plot.parentElement as HTMLElement, {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    pointerleave(event) {
      if (event.pointerType === 'mouse' && fingers.size === 0) target.extra?.hover(undefined);
    },
    wheel(event) {
      if (plot.contains(event.target as Node)) turnWheel(event, target, plot);
    },
    // Two fingers never scroll the page, nor does one that moves something of the chart.
    touchmove(event) {
      if ((fingers.size === 2 || grip?.isOwn) && event.cancelable) event.preventDefault();
    },
    contextmenu(event) {
      if (plot.contains(event.target as Node)) event.preventDefault();
    },
  });
  return () => {
    clearTimeout(holdTimer);
    stop();
  };
}

/** What fingers that begin to move do. */
function begun(start: readonly Spot[], isMouse: boolean, target: GestureTarget): Grip {
  if (start.length === 2) return pinch(start, target);
  if (isMouse) target.extra?.hover(undefined);
  return target.extra?.drag(start[0] as Spot) ?? pan(start[0] as Spot, target);
}

const onTag = ({ target }: Event): boolean => target instanceof Element && target.closest('.price-tag') !== null;
export const isApart = (a: Spot, b: Spot, px = SLOP_PX): boolean => Math.hypot(a.x - b.x, a.y - b.y) > px;

function turnWheel(event: WheelEvent, target: GestureTarget, plot: Element): void {
  event.preventDefault();
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) target.pan(-event.deltaX);
  else target.zoom(2 ** (event.deltaY / WHEEL_DOUBLE_PX), spotIn(plot, event).x);
}

type Handlers = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

/** Not passive: wheel and touch are kept from the page. */
function listen(box: HTMLElement, handlers: Handlers): () => void {
  const all = Object.entries(handlers) as [string, EventListener][];
  for (const [name, handler] of all) box.addEventListener(name, handler, { passive: false });
  return () => {
    for (const [name, handler] of all) box.removeEventListener(name, handler);
  };
}

export function spotIn(plot: Element, event: MouseEvent): Spot {
  const rect = plot.getBoundingClientRect();
  return { x: event.clientX - rect.left, y: event.clientY - rect.top };
}

function pan(from: Spot, target: GestureTarget): Grip {
  let { x } = from;
  return {
    move([finger]) {
      if (!finger) return;
      target.pan(finger.x - x);
      x = finger.x;
    },
  };
}

/** Zooms and pans by what two fingers did since the last move. */
function pinch(from: readonly Spot[], target: GestureTarget): Grip {
  let before = pinchOf(from);
  return {
    move(fingers) {
      const now = pinchOf(fingers);
      target.zoom(before.spread / now.spread, now.middle);
      target.pan(now.middle - before.middle);
      before = now;
    },
  };
}

/** How far apart two fingers are, and between them. */
function pinchOf(fingers: readonly Spot[]): { readonly spread: number; readonly middle: number } {
  const [a, b] = fingers as [Spot, Spot];
  return { spread: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1), middle: (a.x + b.x) / 2 };
}
