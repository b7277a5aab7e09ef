/** When a replayed product trades: while its recording has ticks. */
import type { OpenSpan, RecordedHours } from '#domain/market-hours.ts';
import type { Recording } from './recording.ts';

/** Recorded quotes have thousands of gaps of seconds and some of minutes; only a longer one is a closed market (decision D9.12). */
export const HOLE_MS = 15 * 60_000;
/** At its end the source is dead, not the market closed: quotes go stale. */
const FOR_EVER_MS = Number.MAX_SAFE_INTEGER;

/** Time of a recorded moment in a replay that began at `startMs`. */
export const replayedMs = (recordedMs: number, firstMs: number, how: { startMs: number; speed: number }): number =>
  Math.round(how.startMs + (recordedMs - firstMs) / how.speed);

/**
 * The sessions of a recording, moved to when it is replayed. The first has been open for ever: a tick from before this replay began, of an
 * earlier run or of another node, was a tick of an open market and is judged as one.
 */
export function recordedHours(recording: Recording, how: { startMs: number; speed: number }): RecordedHours {
  const firstMs = recording.timeMs(0);
  const spans: OpenSpan[] = [];
  const openingMs = (recordedMs: number) => (spans.length === 0 ? 0 : replayedMs(recordedMs, firstMs, how));
  let openedMs = firstMs;
  let newestMs = firstMs;
  for (let at = 1; at < recording.count; at++) {
    const timeMs = recording.timeMs(at);
    if (timeMs - newestMs > HOLE_MS) {
      spans.push({ startMs: openingMs(openedMs), endMs: replayedMs(newestMs, firstMs, how) + 1 });
      openedMs = timeMs;
    }
    newestMs = Math.max(newestMs, timeMs);
  }
  spans.push({ startMs: openingMs(openedMs), endMs: FOR_EVER_MS });
  return { kind: 'recorded', spans };
}
