/** Keeps the places of orders that ended by themselves, until a moment in which nobody is about to press (decision D9.490). */
import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { Order } from '#domain/order.ts';
import { PageActive, useWhileActive } from '../../../navigation/page-active.ts';
import { openOrders } from '../../../state/orders.ts';
import { closeUp } from './close-up.ts';
import { endOf, isOwnEnd } from './order-ends.ts';
import { type Place, placesOf } from './places-of.ts';

/** How long a place stays at least: long enough to be read. */
const PLACE_STAYS_MS = 5000;
/** A timer may come so much too early. */
const EARLY_MS = 10;
/** How long nothing may have touched the page before the list closes up. */
const QUIET_MS = 2000;
const ONCE = { passive: true, once: true };
const POINTERS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'];
const CONTACTS = [...POINTERS, 'touchstart', 'touchmove', 'touchend', 'touchcancel', 'keydown', 'wheel', 'scroll'];

export function useEndedPlaces(
  list: 'pending' | 'holding',
  orders: ReadonlySignal<readonly Order[]>,
  box: RefObject<HTMLElement | null>,
): ReadonlySignal<readonly Place[]> {
  // Places of what had ended by then go.
  const letGoMs = useSignal(Number.NEGATIVE_INFINITY);
  const active = useContext(PageActive);
  const memory = useMemo(() => ({ shown: [] as readonly Place[], endedMs: new Map<number, number>() }), []);
  const places = useComputed(() => {
    const isOver = ({ id }: Order) =>
      endOf(id) !== undefined || openOrders.value?.every((it) => it.id !== id || it.state !== list) === true;
    const goneMs = letGoMs.value;
    const stays = ({ order, isEnded }: Place) => !isEnded || (memory.endedMs.get(order.id) ?? 0) > goneMs;
    // Who comes back to the page finds the list as it is.
    const shown = active.value ? memory.shown.filter(stays) : [];
    memory.shown = placesOf({ shown, live: orders.value, isKept: (order) => isOver(order) && !isOwnEnd(order.id) });
    const ended = memory.shown.filter(({ isEnded }) => isEnded);
    memory.endedMs = new Map(ended.map(({ order: { id } }) => [id, memory.endedMs.get(id) ?? performance.now()]));
    return memory.shown;
  });
  useWhileActive(() =>
    whenQuiet(places, (forMs) => {
      const release = () => {
        letGoMs.value = performance.now() - forMs;
      };
      if (box.current) closeUp(box.current, release);
    }),
  );
  return places;
}

/**
 * Calls `close` as long as there are kept places, each time with how long a place must have been there to go; never so soon after one touched the page
 * and never with a finger down.
 */
function whenQuiet(places: ReadonlySignal<readonly Place[]>, close: (forMs: number) => void): () => void {
  let touchedMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pointers = new Set<number>();
  let touches = 0;
  const note = (event: Event) => {
    touchedMs = performance.now();
    // A finger that scrolls is cancelled as a pointer, and goes on as a touch.
    if ('touches' in event) touches = (event as TouchEvent).touches.length;
    // What it came down upon may be gone when it leaves, and nothing but that hears of it then.
    if (event.type === 'touchstart') event.target?.addEventListener('touchend', note, ONCE);
    if (!(event instanceof PointerEvent)) return;
    if (event.type === 'pointerdown') pointers.add(event.pointerId);
    if (event.type === 'pointerup' || event.type === 'pointercancel') pointers.delete(event.pointerId);
  };
  const hasKept = () => places.peek().some(({ isEnded }) => isEnded);
  const look = () => {
    const leftMs = touchedMs + QUIET_MS - performance.now();
    const isQuiet = leftMs <= 0 && pointers.size === 0 && touches === 0;
    timer = isQuiet ? undefined : setTimeout(look, Math.max(leftMs, QUIET_MS / 4));
    if (isQuiet && hasKept()) close(PLACE_STAYS_MS);
    follow();
  };
  // What ends while others are kept goes with a later closing: it is there long enough to be read, and holds the others up no longer.
  const follow = () => {
    if (hasKept()) timer ??= setTimeout(look, PLACE_STAYS_MS + EARLY_MS);
  };
  const unsubscribe = places.subscribe(follow);
  const hide = () => {
    if (document.hidden && hasKept()) close(0);
  };
  const options = { capture: true, passive: true };
  for (const type of CONTACTS) addEventListener(type, note, options);
  document.addEventListener('visibilitychange', hide);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    for (const type of CONTACTS) removeEventListener(type, note, options);
    document.removeEventListener('visibilitychange', hide);
  };
}
