/**
 * Fingers, mouse and wheel turned into the few things a chart does: pan, zoom, and the crosshair. A horizontal drag pans, two fingers
 * pinch, holding still starts the crosshair; a vertical drag stays the page's own scroll (`touch-action: pan-y` in the style sheet).
 */

type GestureTarget = {
  /** Moved by so many CSS pixels since the last call. */
  pan(dx: number): void;
  /** Factor under 1 shows fewer bars; `x` in CSS pixels of the box stays where it is. */
  zoom(factor: number, x: number): void;
  crosshair(x: number, y: number): void;
  hideCrosshair(): void;
  hasCrosshair(): boolean;
};

/** A press that rests this long starts the crosshair. */
const HOLD_MS = 320;
/** A press may tremble so far and still be a hold or a tap. */
const SLOP_PX = 6;
/** Wheel pixels that double the view. */
const WHEEL_DOUBLE_PX = 400;

type Pointer = { x: number; y: number };
/** How far apart two fingers are, and between them. */
type Pinch = { readonly spread: number; readonly middle: number };

/** Listens on the box until the returned function is called. */
export function listenToGestures(box: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, Pointer>();
  let mode: 'idle' | 'pressed' | 'pan' | 'pinch' | 'crosshair' = 'idle';
  let start: Pointer = { x: 0, y: 0 };
  let pinch: Pinch = { spread: 0, middle: 0 };
  let holdTimer: ReturnType<typeof setTimeout> | undefined;

  const stopHold = (): void => clearTimeout(holdTimer);

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || pointers.size >= 2) return;
    const at = placeIn(box, event);
    pointers.set(event.pointerId, at);
    box.setPointerCapture?.(event.pointerId);
    stopHold();
    if (pointers.size === 2) {
      mode = 'pinch';
      pinch = pinchOf(pointers);
      return;
    }
    mode = 'pressed';
    start = at;
    if (event.pointerType === 'mouse') return;
    holdTimer = setTimeout(() => {
      mode = 'crosshair';
      target.crosshair(start.x, start.y);
    }, HOLD_MS);
  };

  const move = (event: PointerEvent): void => {
    const at = placeIn(box, event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') target.crosshair(at.x, at.y);
      return;
    }
    pointers.set(event.pointerId, at);
    if (mode === 'pinch' && pointers.size === 2) pinch = followPinch(pinch, pinchOf(pointers), target);
    else if (mode === 'crosshair') target.crosshair(at.x, at.y);
    else if (mode === 'pan') target.pan(at.x - before.x);
    else if (mode === 'pressed' && Math.hypot(at.x - start.x, at.y - start.y) > SLOP_PX) {
      stopHold();
      mode = 'pan';
      if (event.pointerType === 'mouse') target.hideCrosshair();
      target.pan(at.x - start.x);
    }
  };

  const up = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId)) return;
    stopHold();
    if (pointers.size === 1) {
      mode = 'pan';
      return;
    }
    const tapped = mode === 'pressed' && event.type === 'pointerup' && event.pointerType !== 'mouse';
    mode = 'idle';
    if (tapped && target.hasCrosshair()) target.hideCrosshair();
  };

  const stop = listen(box, {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    pointerleave(event) {
      if (event.pointerType === 'mouse' && pointers.size === 0) target.hideCrosshair();
    },
    wheel: (event) => turnWheel(event, target, placeIn(box, event).x),
    // Once the crosshair is out, a vertical drag moves it, not the page.
    touchmove(event) {
      if (mode === 'crosshair' && event.cancelable) event.preventDefault();
    },
    contextmenu: (event) => event.preventDefault(),
  });
  return () => {
    stopHold();
    stop();
  };
}

function turnWheel(event: WheelEvent, target: GestureTarget, x: number): void {
  event.preventDefault();
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) target.pan(-event.deltaX);
  else target.zoom(2 ** (event.deltaY / WHEEL_DOUBLE_PX), x);
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

function placeIn(box: HTMLElement, event: MouseEvent): Pointer {
  const rect = box.getBoundingClientRect();
  return { x: event.clientX - rect.left, y: event.clientY - rect.top };
}

/** Zooms and pans by what two fingers did since the last move. */
function followPinch(before: Pinch, now: Pinch, target: GestureTarget): Pinch {
  target.zoom(before.spread / now.spread, now.middle);
  target.pan(now.middle - before.middle);
  return now;
}

function pinchOf(pointers: ReadonlyMap<number, Pointer>): Pinch {
  const [a, b] = [...pointers.values()] as [Pointer, Pointer];
  return { spread: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1), middle: (a.x + b.x) / 2 };
}
