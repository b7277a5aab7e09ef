/**
 * What was begun before its person had an account. The page of the visitor goes when they enter, and its form with it: what was filled in
 * waits here for the form of the new page, which takes it up once. It is sent only for the session that came of it, and only at once, so that
 * no other account and no later visit to the page ever sends it (decision D9.108).
 */
import { signal } from '@preact/signals';

/** Who enters waits for the new page no longer than this; later they have turned to something else, and nothing is sent behind their back. */
const SENT_WITHIN_MS = 10_000;

/** `session`: the one to send it for; `atMs`: when that began, by the page's monotonic count. */
export type Sending = { readonly session: number; readonly atMs: number };
/** `sending` is left only where it may still be sent. */
type Kept<T, S extends Sending> = { readonly form: T; readonly sending: S | undefined };
export type Begun<T, S extends Sending> = {
  /** Keeps a form for the page after a login; with `sending` it is also sent there. A later one takes the place of an earlier one. */
  keep(form: T, sending?: S): void;
  /** What was kept, for the form of a session; gone then. Reads a signal. */
  take(session: number, nowMs: number): Kept<T, S> | undefined;
};

export function begun<T, S extends Sending>(): Begun<T, S> {
  const kept = signal<Kept<T, S> | undefined>(undefined);
  return {
    keep(form, sending) {
      kept.value = { form, sending };
    },
    take(session, nowMs) {
      const found = kept.value;
      if (!found) return undefined;
      kept.value = undefined;
      const { form, sending } = found;
      const isDue = sending?.session === session && nowMs - sending.atMs <= SENT_WITHIN_MS;
      return { form, sending: isDue ? sending : undefined };
    },
  };
}
