/** The period that a list or a statement is asked for: both ends or neither, start before end, nothing before 2000 (decisions D1.2.31, D1.5.17). */
import { DAY_MS } from '#domain/time-units.ts';
import type { FieldProblem } from '#protocol/errors.ts';

/** 2000-01-01 begins earlier in zones ahead of GMT. */
const EARLIEST_MS = Date.UTC(2000, 0, 1) - DAY_MS;
/** Today's end in the zone furthest behind lies less than two days ahead. */
const AHEAD_MS_MAX = 2 * DAY_MS;

type AskedPeriod = { readonly startMs?: number; readonly endMs?: number };

const problem = (field: string, value: string, allowed: string): { problem: FieldProblem } => ({ problem: { field, value, allowed } });

/** The period in ms, end exclusive, or what is wrong with it. Times are unix seconds as text. */
export function askedPeriod(
  asked: { readonly startTime?: string | undefined; readonly endTime?: string | undefined },
  nowMs: number,
): AskedPeriod | { problem: FieldProblem } {
  const { startTime, endTime } = asked;
  if (startTime === undefined && endTime === undefined) return {};
  if (startTime === undefined) return problem('startTime', '', 'a start and an end, or neither');
  if (endTime === undefined) return problem('endTime', '', 'a start and an end, or neither');
  const startMs = Number(startTime) * 1_000;
  const endMs = Number(endTime) * 1_000;
  if (startMs < EARLIEST_MS) return problem('startTime', startTime, 'a day from 2000-01-01 on');
  if (endMs <= startMs) return problem('endTime', endTime, 'a time after the start');
  if (startMs > nowMs + DAY_MS) return problem('startTime', startTime, 'a day up to today');
  if (endMs > nowMs + AHEAD_MS_MAX) return problem('endTime', endTime, 'at most the end of today');
  return { startMs, endMs };
}
