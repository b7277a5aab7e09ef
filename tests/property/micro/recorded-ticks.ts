/** The recordings beside the project that have ticks, as a replay makes them come, with the odds that the server counts of them. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadRecording } from '#server/feed/recording.ts';
import { silentLog } from '#server/log.ts';
import type { MicroOdds } from '#server/micro/micro-odds.ts';
import { recordedOdds } from '#server/micro/recorded-odds.ts';
import type { TickColumns } from '#server/micro/window-sweep.ts';

const DATA = new URL('../../../../shared/data/', import.meta.url);
const fileOf = (set: string): string => fileURLToPath(new URL(`${set}/ticks.csv.gz`, DATA));

/** Names of the recordings; none where they are not beside the project. */
export const RECORDINGS: readonly string[] = existsSync(DATA) ? readdirSync(DATA).filter((set) => existsSync(fileOf(set))) : [];
export const RECORDED_ID = 1;

export async function recorded(set: string): Promise<{ readonly ticks: TickColumns; readonly odds: MicroOdds }> {
  const recording = await loadRecording(fileOf(set), silentLog);
  const startMs = recording.timeMs(0);
  const at = Array.from({ length: recording.count }, (_, index) => index);
  const ticks = {
    times: Float64Array.from(at, (index) => recording.timeMs(index)),
    prices: Float64Array.from(at, (index) => recording.priceUnits(index)),
  };
  return { ticks, odds: await recordedOdds({ recording, startMs, product: { id: RECORDED_ID, categoryId: 1 } }, 1) };
}
