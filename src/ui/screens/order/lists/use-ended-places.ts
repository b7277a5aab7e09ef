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
/** How long nothing may have touched the page before the list closes up. */
const QUIET_MS = 2000;
const CONTACTS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'touchmove', 'touchend', 'keydown', 'wheel', 'scroll'];

export function useEndedPlaces(
  list: 'pending' | 'holding',
  orders: ReadonlySignal<readonly Order[]>,
  box: RefObject<HTMLElement | null>,
): ReadonlySignal<readonly Place[]> {
  // A new one lets all kept places go.
  const round = useSignal(0);
  const active = useContext(PageActive);
  const memory = useMemo(() => ({ round: 0, shown: [] as readonly Place[] }), []);
  const places = useComputed(() => {
    // Who comes back to the page finds the list as it is.
    const isNew = memory.round !== round.value || !active.value;
    memory.round = round.value;
    const isOver = ({ id }: Order) =>
      endOf(id) !== undefined || openOrders.value?.every((it) => it.id !== id || it.state !== list) === true;
    const shown = isNew ? [] : memory.shown;
    memory.shown = placesOf({ shown, live: orders.value, isKept: (order) => isOver(order) && !isOwnEnd(order.id) });
    return memory.shown;
  });
  useWhileActive(() => {
    const release = () => {
      round.value++;
    };
    return whenQuiet(places, () => box.current && closeUp(box.current, release));
  });
  return places;
}

/** Calls `close` whenever places have been kept long enough and nobody has touched the page for a moment; nothing does while a finger is down. */
function whenQuiet(places: ReadonlySignal<readonly Place[]>, close: () => void): () => void {
  let touchedMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fingers = new Set<number>();
  const note = (event: Event) => {
    touchedMs = performance.now();
    if (!(event instanceof PointerEvent)) return;
    if (event.type === 'pointerdown') fingers.add(event.pointerId);
    // A finger that scrolls is cancelled as a pointer, and goes on as touches.
    if (event.type === 'pointerup' || event.type === 'pointercancel') fingers.delete(event.pointerId);
  };
  const look = () => {
    const leftMs = touchedMs + QUIET_MS - performance.now();
    if (leftMs <= 0 && fingers.size === 0) return close();
    timer = setTimeout(look, Math.max(leftMs, QUIET_MS / 4));
  };
  let kept = 0;
  const unsubscribe = places.subscribe((now) => {
    const count = now.filter(({ isEnded }) => isEnded).length;
    // Each one that ends is there long enough to be read.
    if (count > kept) {
      clearTimeout(timer);
      timer = setTimeout(look, PLACE_STAYS_MS);
    }
    kept = count;
  });
  const hide = () => {
    if (document.hidden && kept > 0) close();
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
