/**
 * The link to the market: whether what is shown is live, and how old it is when it is not.
 *   linkTrouble.value: 'none' | 'lost' | 'stale' | 'offline'   linkAgeS.value: seconds since anything arrived   isLive.value
 */

import { computed, signal } from '@preact/signals';
import { STALE_AFTER_MS } from '#domain/freshness.ts';

export type LinkState = 'connecting' | 'open' | 'closed';
const CHECK_EVERY_MS = 1_000;

export const linkState = signal<LinkState>('connecting');
/** The page's first connection is "loading", not "lost". */
export const wasEverOpen = signal(false);
export const isOffline = signal(false);
/** Seconds since anything arrived; counts only while there is trouble, so that a good link costs no timer's work. */
export const linkAgeS = signal(0);

/** `performance.now()` of the newest arrival. */
let arrivedAt = performance.now();
const isSilent = signal(false);

type LinkTrouble = 'none' | 'lost' | 'stale' | 'offline';
export const linkTrouble = computed<LinkTrouble>(() => {
  if (!wasEverOpen.value) return isOffline.value ? 'offline' : 'none';
  if (isOffline.value) return 'offline';
  if (linkState.value !== 'open') return 'lost';
  return isSilent.value ? 'stale' : 'none';
});
export const isLive = computed(() => linkState.value === 'open' && !isSilent.value && !isOffline.value);

/** Calls `listener` whenever the link becomes live; `isFirst`: it was not so before in the life of this listener. */
export function onLive(listener: (isFirst: boolean) => void): void {
  let isFirst = true;
  isLive.subscribe((live) => {
    if (!live) return;
    listener(isFirst);
    isFirst = false;
  });
}

/** Takes the header of a frame; only called inside a batch. `silenceMs`: as the engine measured it. */
export function writeLink(state: LinkState, silenceMs: number): void {
  arrivedAt = performance.now() - silenceMs;
  linkState.value = state;
  if (state === 'open') wasEverOpen.value = true;
  checkAge();
}

/** Compares the age with the limit. Called once a second too: a dead worker sends no frame that would say so. */
function checkAge(): void {
  const ageMs = performance.now() - arrivedAt;
  isSilent.value = ageMs >= STALE_AFTER_MS;
  if (isSilent.value || linkState.value !== 'open' || isOffline.value) linkAgeS.value = Math.max(0, Math.floor(ageMs / 1000));
}

/** Starts the clock and hears the browser's own word about the network. Called once. */
export function startLinkClock(): void {
  isOffline.value = !navigator.onLine;
  addEventListener('online', () => (isOffline.value = false));
  addEventListener('offline', () => {
    isOffline.value = true;
    checkAge();
  });
  setInterval(() => {
    if (!document.hidden) checkAge();
  }, CHECK_EVERY_MS);
}
