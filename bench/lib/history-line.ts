/** One whole run as one line of `bench/history.jsonl`: its commit, the machine's speed, the median of every goal and figure, and what went wrong. */
import type { BenchResult } from './bench.ts';
import type { MachineSpeed } from './machine-speed.ts';
import { median } from './statistics.ts';

type HistoryEntry = {
  readonly commit: string | undefined;
  readonly results: Readonly<Record<string, BenchResult>>;
  readonly speeds: { readonly before: MachineSpeed; readonly after: MachineSpeed };
  readonly tookSeconds: number;
  /** Benches that measured nothing: what is merely absent could be one that there was not yet. */
  readonly failed: readonly string[];
  /** By broken run, how often it was noticed and how often it was run. */
  readonly broken: Readonly<Record<string, { readonly noticed: number; readonly runs: number }>>;
};

const medians = (speed: MachineSpeed) => Object.fromEntries(Object.entries(speed).map(([what, { median: value }]) => [what, value]));

/** JSON without a line break; numbers have four places. */
export function historyLine({ commit, results, speeds, tookSeconds, failed, broken }: HistoryEntry): string {
  const benches = Object.entries(results).map(([name, { goals, figures }]) => [
    name,
    {
      goals: Object.fromEntries(goals.map(({ id, text, value }) => [`${id} ${text}`, value])),
      figures: Object.fromEntries(
        figures.map((figure) => [`${figure.name} (${figure.unit})`, median(figure.samples.filter(Number.isFinite))]),
      ),
    },
  ]);
  const machine = { before: medians(speeds.before), after: medians(speeds.after) };
  const sum = (which: 'noticed' | 'runs') => Object.values(broken).reduce((total, outcome) => total + outcome[which], 0);
  const outcome = { failed, broken: { noticed: sum('noticed'), runs: sum('runs') } };
  const entry = { commit, date: new Date().toISOString(), tookSeconds, machine, ...outcome, benches: Object.fromEntries(benches) };
  return JSON.stringify(entry, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value));
}
