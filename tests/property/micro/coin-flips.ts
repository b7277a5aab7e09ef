/** Micro trades one after another over ticks, never two at once, and what they come to. */
import { offeredRatio } from '#domain/micro-odds.ts';
import type { WinShares } from '#server/micro/micro-odds.ts';
import type { TickColumns } from '#server/micro/window-sweep.ts';
import { tails } from '../feed/strategies.ts';

/** Opened at one tick and ended by another. */
export type Trade = { readonly openMs: number; readonly openAt: number; readonly endAt: number };
type Random = () => number;

const FRESH_MS = 5_000;

/** A trade at a random moment, the next at a random one after its end. None opens on a stale price or ends behind the last tick. */
export function* tradesOver({ times }: TickColumns, seconds: number, random: Random): Generator<Trade> {
  const lengthMs = seconds * 1_000;
  let [openAt, endAt] = [0, 0];
  const lastMs = times[times.length - 1] as number;
  for (let openMs = (times[0] as number) + random() * lengthMs; openMs + lengthMs < lastMs; openMs += lengthMs * (1 + random() / 10)) {
    while ((times[openAt + 1] as number) <= openMs) openAt++;
    while ((times[endAt + 1] as number) <= openMs + lengthMs) endAt++;
    if (openMs - (times[openAt] as number) <= FRESH_MS) yield { openMs, openAt, endAt };
  }
}

/** Up wins at or above the price it opened at, down at or below it. */
const isWon = ({ prices }: TickColumns, { openAt, endAt }: Trade, isUp: boolean): boolean => {
  const moved = (prices[endAt] as number) - (prices[openAt] as number);
  return isUp ? moved >= 0 : moved <= 0;
};

/** Results of trades at ratios of their own, as fractions of the stake. */
export class Results {
  readonly name: string;
  trades = 0;
  sum = 0;
  #variance = 0;

  constructor(name: string) {
    this.name = name;
  }

  add(ratio: number, isWin: boolean): void {
    this.trades++;
    this.sum += isWin ? ratio : -1;
    // A trade that is fair wins 1 / (1 + ratio) of the time, and its variance is then its ratio.
    this.#variance += ratio;
  }

  /** Standard errors of fair trades above 0. */
  get z(): number {
    return this.trades === 0 ? 0 : this.sum / Math.sqrt(this.#variance);
  }
  get mean(): number {
    return this.sum / this.trades;
  }
}

/** One-sided probability of a z of 3: what a family of results may reach by chance. */
export const THREE_ERRORS = tails(3) / 2;

/** Probability that fair trades show a mean as far above 0 as the best of a family of results does (Bonferroni), and which that is. */
export function gainOf(family: readonly Results[]): { readonly p: number; readonly said: string } {
  const best = family.reduce((a, b) => (b.z > a.z ? b : a));
  const said = `${best.name}: ${(best.mean * 100).toFixed(2)} % of the stake on average, ${best.z.toFixed(2)} standard errors, ${best.trades} trades`;
  return { p: best.z < 1 ? 1 : Math.min(1, (family.length * tails(best.z)) / 2), said };
}

/** One who trades: at the ratio that the server offers of a configured one, or at one that nobody lowered. */
export type Trader = {
  readonly results: Results;
  readonly ratio: { readonly configured: bigint } | { readonly unguarded: number };
  /** The side, a coin flip unless said otherwise; undefined: no trade. */
  readonly side?: (ticks: TickColumns, trade: Trade, random: Random) => boolean | undefined;
};

/** The same moments for all traders, with coins of their own. `oddsAt`: the odds of a trade that opens at a time. */
export function play(
  {
    ticks,
    seconds,
    random,
    oddsAt,
  }: { ticks: TickColumns; seconds: number; random: Random; oddsAt: (openMs: number) => WinShares | undefined },
  traders: readonly Trader[],
): void {
  for (const trade of tradesOver(ticks, seconds, random)) {
    const shares = oddsAt(trade.openMs);
    for (const { results, ratio: asked, side = () => random() < 0.5 } of traders) {
      const ratio = 'unguarded' in asked ? asked.unguarded : shares && offeredRatio(shares.best, asked.configured);
      const isUp = ratio === undefined ? undefined : side(ticks, trade, random);
      if (ratio !== undefined && isUp !== undefined)
        results.add(Number(ratio) / (typeof ratio === 'bigint' ? 1e8 : 1), isWon(ticks, trade, isUp));
    }
  }
}
