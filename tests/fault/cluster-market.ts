/**
 * A market that swings through every level within seconds, and what the orders on it must have come to: worked out from the tape tick
 * by tick with whole numbers of its own, sharing no formula with the server.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '#server/database/database.ts';
import type { OrderColumns } from '#server/repositories/stored-order.ts';
import { readGroupsAfter } from '#server/tape/tape-reader.ts';

export const MARKET = { id: 1, code: 'EURUSD', center: 1.085, swing: 0.0054, lossBelow: 1.0807, gainAbove: 1.0893 } as const;
const PERIOD_MS = 5_000;
const TICK_MS = 50;
const ONE = 100_000_000n;
const OPENING_BALANCE = 10_000n * ONE;
const FEE_PER_LOT = 6n;
const CONTRACT = 100_000n;
const GROUPS_PER_READ = 1_000;

/** Writes a recording of so many seconds. Returns its path. */
export function writeRecording(seconds: number): string {
  const rows = ['ts_ms,price,qty'];
  for (let atMs = 0; atMs < seconds * 1_000; atMs += TICK_MS) {
    const ripple = ((atMs / TICK_MS) % 7) * 0.00001;
    rows.push(
      `${Date.UTC(2026, 0, 5) + atMs},${(MARKET.center + MARKET.swing * Math.sin((atMs / PERIOD_MS) * 2 * Math.PI) + ripple).toFixed(5)},1`,
    );
  }
  const path = join(mkdtempSync(join(tmpdir(), 'outcry-swing-')), 'swing.csv');
  writeFileSync(path, `${rows.join('\n')}\n`);
  return path;
}

type Tick = { readonly seq: number; readonly price: bigint };
type TapeStory = {
  /** Ticks of the swinging product. */
  readonly ticks: readonly Tick[];
  /** Longest time between two neighbours of the whole tape, longest first. */
  readonly silencesMs: readonly number[];
};

/** Reads the tape from its first tick. */
export async function readTape(db: Db): Promise<TapeStory> {
  const ticks: Tick[] = [];
  const silencesMs: number[] = [];
  let newestMs = 0;
  let seq = 0;
  for (;;) {
    const groups = await readGroupsAfter(db.kysely, seq, GROUPS_PER_READ);
    for (const tick of groups.flatMap((group) => group.ticks)) {
      if (newestMs > 0 && tick.timeMs > newestMs) silencesMs.push(tick.timeMs - newestMs);
      newestMs = Math.max(newestMs, tick.timeMs);
      if (tick.productId === MARKET.id && !tick.confirm) ticks.push({ seq: tick.seq, price: tick.price });
    }
    seq = groups.at(-1)?.lastSeq ?? seq;
    if (groups.length < GROUPS_PER_READ) break;
  }
  return { ticks, silencesMs: silencesMs.sort((a, b) => b - a) };
}

export type Ending = { readonly seq: number; readonly reason: string };

/** How a position must have ended by its stops; undefined while nothing reached them up to `judgedSeq`. */
export function endingByStops(order: OrderColumns, ticks: readonly Tick[], judgedSeq: number): Ending | undefined {
  for (const { seq, price } of ticks) {
    if (seq <= order.open_seq || seq > judgedSeq) continue;
    const [loss, gain] =
      order.side === 'buy'
        ? [price <= order.stop_loss, price >= order.take_profit]
        : [price >= order.stop_loss, price <= order.take_profit];
    if (order.stop_loss > 0n && loss) return { seq, reason: 'sl' };
    if (order.take_profit > 0n && gain) return { seq, reason: 'tp' };
  }
  return undefined;
}

/** How an account with this one position must have ended: at half of its margin it is stopped out. */
export function endingByStopOut(order: OrderColumns, ticks: readonly Tick[], judgedSeq: number): Ending | undefined {
  // 10^-8 units of money: lots are in 10^-8, prices too.
  const fee = (FEE_PER_LOT * order.lots * ONE) / ONE;
  for (const { seq, price } of ticks) {
    if (seq <= order.open_seq || seq > judgedSeq) continue;
    const move = order.side === 'buy' ? price - order.open_price : order.open_price - price;
    const equity = OPENING_BALANCE - fee + (move * order.lots * CONTRACT) / ONE;
    if (equity * 2n <= order.margin) return { seq, reason: 'stopout' };
  }
  return undefined;
}

/** At which tick a pending order that was taken at `askedSeq` must have been filled. */
export function fillOf(order: OrderColumns, askedSeq: number, ticks: readonly Tick[], judgedSeq: number): number | undefined {
  return ticks.find(
    ({ seq, price }) =>
      seq > askedSeq && seq <= judgedSeq && (order.trigger_side === 'down' ? price <= order.asked_price : price >= order.asked_price),
  )?.seq;
}
