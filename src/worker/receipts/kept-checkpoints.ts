/**
 * Which checkpoints a device keeps: one a minute for a day, one an hour for 90 days, one a day later, the first and the newest always.
 * Of those that are in one such stretch the oldest stays, so that what was kept once is not replaced by what came after it.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';

const HOURLY_DAYS = 90;
const NOTES_MAX = 5_000;
/** Of all texts together. */
const NOTES_LENGTH_MAX = 2_000_000;

/** `atMs`: when it came, by the device's clock. */
export type KeptCheckpoint = { readonly origin: string; readonly size: number; readonly atMs: number; readonly note: string };

function stretchOf(atMs: number, nowMs: number): number {
  const ageMs = nowMs - atMs;
  const lengthMs = ageMs < DAY_MS ? MINUTE_MS : ageMs < HOURLY_DAYS * DAY_MS ? HOUR_MS : DAY_MS;
  return Math.floor(atMs / lengthMs) * lengthMs;
}

/** The notes to let go, of all that are kept of one log, by size. */
export function surplusCheckpoints(notes: readonly KeptCheckpoint[], nowMs: number): KeptCheckpoint[] {
  const surplus: KeptCheckpoint[] = [];
  const kept: KeptCheckpoint[] = [];
  for (const [at, note] of notes.entries()) {
    const before = kept.at(-1);
    const isEdge = at === 0 || at === notes.length - 1;
    const isSame = before !== undefined && stretchOf(before.atMs, nowMs) === stretchOf(note.atMs, nowMs);
    if (isSame && !isEdge) surplus.push(note);
    else kept.push(note);
  }
  let length = kept.reduce((sum, { note }) => sum + note.length, 0);
  // The first is the pin's own: what goes is what is oldest behind it.
  while (kept.length > 2 && (kept.length > NOTES_MAX || length > NOTES_LENGTH_MAX)) {
    const [oldest] = kept.splice(1, 1);
    if (!oldest) break;
    length -= oldest.note.length;
    surplus.push(oldest);
  }
  return surplus;
}
