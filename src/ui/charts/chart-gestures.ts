/**
 * Fingers, mouse and wheel turned into the few things a chart does: pan, zoom, and the crosshair. A horizontal drag pans, two fingers
 * pinch, holding still starts the crosshair; a vertical drag stays the page's own scroll (`touch-action: pan-y` in the style sheet).
 */

export type GestureTarget = {
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

/** Listens on the box until the returned function is called. */
export function listenToGestures(box: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, Pointer>();
  let mode: 'idle' | 'pressed' | 'pan' | 'pinch' | 'crosshair' = 'idle';
  let start: Pointer = { x: 0, y: 0 };
  let spread = 0;
  let middle = 0;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;

  const place = (event: PointerEvent | WheelEvent): Pointer => {
    const rect = box.getBoundingClientRect();
    return { x: event.clientX - rect.left, y: event.clientY - rect.top };
  };
  const stopHold = (): void => {
    clearTimeout(holdTimer);
    holdTimer = undefined;
  };
  const measurePinch = (): { spread: number; middle: number } => {
    const [a, b] = [...pointers.values()] as [Pointer, Pointer];
    return { spread: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1), middle: (a.x + b.x) / 2 };
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || pointers.size >= 2) return;
    const at = place(event);
    pointers.set(event.pointerId, at);
    box.setPointerCapture?.(event.pointerId);
    stopHold();
    if (pointers.size === 2) {
      mode = 'pinch';
      ({ spread, middle } = measurePinch());
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
    const at = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') target.crosshair(at.x, at.y);
      return;
    }
    pointers.set(event.pointerId, at);
    if (mode === 'pinch' && pointers.size === 2) {
      const now = measurePinch();
      target.zoom(spread / now.spread, now.middle);
      target.pan(now.middle - middle);
      ({ spread, middle } = now);
    } else if (mode === 'crosshair') target.crosshair(at.x, at.y);
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

  const leave = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && pointers.size === 0) target.hideCrosshair();
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) target.pan(-event.deltaX);
    else target.zoom(2 ** (event.deltaY / WHEEL_DOUBLE_PX), place(event).x);
  };
  /** Once the crosshair is out, a vertical drag moves it, not the page. */
  const keepPage = (event: TouchEvent): void => {
    if (mode === 'crosshair' && event.cancelable) event.preventDefault();
  };
  const noMenu = (event: Event): void => event.preventDefault();

  box.addEventListener('pointerdown', down);
  box.addEventListener('pointermove', move);
  box.addEventListener('pointerup', up);
  box.addEventListener('pointercancel', up);
  box.addEventListener('pointerleave', leave);
  box.addEventListener('wheel', wheel, { passive: false });
  box.addEventListener('touchmove', keepPage, { passive: false });
  box.addEventListener('contextmenu', noMenu);
  return () => {
    stopHold();
    box.removeEventListener('pointerdown', down);
    box.removeEventListener('pointermove', move);
    box.removeEventListener('pointerup', up);
    box.removeEventListener('pointercancel', up);
    box.removeEventListener('pointerleave', leave);
    box.removeEventListener('wheel', wheel);
    box.removeEventListener('touchmove', keepPage);
    box.removeEventListener('contextmenu', noMenu);
  };
}
