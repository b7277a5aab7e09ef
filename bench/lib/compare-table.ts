/** Two products' results of the same benches side by side: `compare-table.ts <compare.json>` prints a table and ends with 1 when something is worse. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { BenchResult } from './bench.ts';
import { median, quantile, ratios } from './statistics.ts';

/** Of one bench: what each run of each side measured; run by run, the two sides were measured one right after the other. */
type ComparedBench = { readonly bench: string; readonly old: readonly BenchResult[]; readonly new: readonly BenchResult[] };
type Comparison = {
  readonly commit: string;
  readonly runs: number;
  /** From which on something counts as worse, percent. */
  readonly worsePercent: number;
  readonly measured: readonly ComparedBench[];
};

/**
 * `unclear`: the median differs by more than is allowed, but the pairs of runs do not agree more than chance would have them; or a run has no
 * figure. Times by the clock must differ by `WALL_TIMES` as much, and in every pair: others on the machine have a part in them.
 */
export type Verdict = 'worse' | 'unclear' | 'better' | 'same';
type ComparedRow = {
  readonly what: string;
  readonly unit: string;
  readonly old: number;
  readonly new: number;
  /** New by old: the median of the pairs, and their quartiles. */
  readonly ratio: number;
  readonly from: number;
  readonly to: number;
  readonly verdict: Verdict;
};

type Measured = {
  readonly unit: string;
  readonly value: number;
  readonly isMoreBetter: boolean;
  readonly isWall: boolean;
  /** Of a goal. */
  readonly limit?: number;
  readonly isDifference?: boolean;
};

/** Goals and the medians of figures of one run, by what they are. */
function valuesOf(bench: string, { figures, goals }: BenchResult): Map<string, Measured> {
  const all = new Map<string, Measured>();
  for (const { name, unit, samples, isMoreBetter = false, isWall = false } of figures)
    all.set(`${bench}: ${name} (${unit})`, { unit, value: median(samples.filter(Number.isFinite)), isMoreBetter, isWall });
  for (const { id, text, value, unit, limit, atLeast = false, isWall = false, isDifference = false } of goals)
    all.set(`${bench}: ${id} ${text}`, { unit, value, isMoreBetter: atLeast, isWall, limit, isDifference });
  return all;
}

/**
 * New by old, pair by pair. A goal that is a difference can be near nought, or less, where a ratio says nothing or the contrary: it is told in
 * units of its limit instead, so that 1 is the same and 1.1 a tenth of the limit more.
 */
function pairsOf(before: readonly number[], after: readonly number[], { limit, isDifference }: Measured): number[] {
  if (limit && (isDifference || [...before, ...after].some((value) => value < 0)))
    return after.map((value, at) => 1 + (value - (before[at] as number)) / Math.abs(limit));
  // Nothing on both sides is the same; nothing on one side only is no ratio, and never the same.
  return ratios(after, before).map((ratio, at) => (before[at] === 0 && after[at] === 0 ? 1 : ratio));
}

function verdictOf(pairs: readonly number[], { isMoreBetter, isWall }: Measured, worsePercent: number): Verdict {
  /** How many times worse, pair by pair. */
  const worse = isMoreBetter ? pairs.map((ratio) => 1 / ratio) : pairs;
  const limit = 1 + (worsePercent * (isWall ? WALL_TIMES : 1)) / 100;
  const chanceMax = isWall ? CHANCE_WALL_MAX : CHANCE_MAX;
  if (worse.some(Number.isNaN)) return 'unclear';
  const middle = median(worse);
  if (middle > limit) return isBeyondChance(worse.filter((times) => times > 1).length, worse.length, chanceMax) ? 'worse' : 'unclear';
  if (middle >= 1 / limit) return 'same';
  return isBeyondChance(worse.filter((times) => times < 1).length, worse.length, chanceMax) ? 'better' : 'unclear';
}

/** So rarely may pairs of equal products agree so well by chance: six of seven do, or all of five. */
const CHANCE_MAX = 0.07;
/** Of times by the clock: all of seven. */
const CHANCE_WALL_MAX = 0.01;
const WALL_TIMES = 3;

/** Sign test, one-sided: whether so many of `all` pairs on one side are more than a coin would give. */
function isBeyondChance(agreeing: number, all: number, chanceMax: number): boolean {
  let ways = 1;
  let chance = 0;
  for (let disagreeing = 0; disagreeing <= all - agreeing; disagreeing++) {
    chance += ways / 2 ** all;
    ways = (ways * (all - disagreeing)) / (disagreeing + 1);
  }
  return chance <= chanceMax;
}

/** One row for each figure and goal that every run of both sides has. */
export function comparedRows({ worsePercent, measured }: Omit<Comparison, 'commit' | 'runs'>): ComparedRow[] {
  return measured.flatMap(({ bench, ...sides }) => {
    const [old, now] = [sides.old, sides.new].map((runs) => runs.map((run) => valuesOf(bench, run))) as [
      Map<string, Measured>[],
      Map<string, Measured>[],
    ];
    const first = now[0] ?? new Map<string, Measured>();
    const shared = [...first].filter(([what]) => [...old, ...now].every((run) => run.has(what)));
    return shared.map(([what, one]): ComparedRow => {
      const [before, after] = [old, now].map((runs) => runs.map((run) => run.get(what)?.value ?? Number.NaN)) as [number[], number[]];
      const pairs = pairsOf(before, after, one);
      const verdict = verdictOf(pairs, one, worsePercent);
      const [ratio, from, to] = [median(pairs), quantile(pairs, 0.25), quantile(pairs, 0.75)];
      return { what, unit: one.unit, old: median(before), new: median(after), ratio, from, to, verdict };
    });
  });
}

const round = (value: number): string => `${Number(value.toPrecision(4))}`;
const line = ({ what, unit, verdict, ...row }: ComparedRow): string =>
  `| ${what} | ${round(row.old)} | ${round(row.new)} | ${unit} | ${row.ratio.toFixed(3)} | ${row.from.toFixed(3)} to ${row.to.toFixed(3)} | ${verdict === 'same' ? '' : `**${verdict}**`} |`;

const [script, file] = process.argv.slice(1);
if (script && file && import.meta.url === pathToFileURL(script).href) {
  const comparison = JSON.parse(readFileSync(file, 'utf8')) as Comparison;
  const rows = comparedRows(comparison);
  const of = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict);
  console.log(
    `Old: ${comparison.commit}; new: this work tree; ${comparison.runs} runs each, in turns. Medians; the ratio is new by old, pair by pair.\n`,
  );
  console.log('| what | old | new | unit | ratio | half of the pairs | |\n|---|---|---|---|---|---|---|');
  for (const row of rows) console.log(line(row));
  const count = (verdict: Verdict) => `${of(verdict).length} ${verdict}`;
  console.log(
    `\nOf ${rows.length}: ${(['worse', 'unclear', 'better', 'same'] as const).map(count).join(', ')} (by more than ${comparison.worsePercent} %).`,
  );
  for (const { what, ratio } of of('worse')) console.log(`worse: ${what}, ${ratio.toFixed(3)} x`);
  process.exit(of('worse').length === 0 ? 0 : 1);
}
