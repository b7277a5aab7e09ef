/**
 * Every execution against the tape: its price must be that of the tick it names. And every tick that anything names must be on the
 * tape. For the start of the server and for the operator; reads only, beside a running market.
 */
import { formatDecimal } from '#domain/decimal.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import type { Db } from '../database/database.ts';
import { microFillsAfter } from '../repositories/micro-repository.ts';
import { blockWith, type FillRow, fillsAfter, highestNamedSeq, newestBlock, newestGroup } from '../repositories/tape-repository.ts';
import { readGroupsAfter } from './tape-reader.ts';

/** Executions read at once. */
const PAGE = 500;
/** Problems named; a tape that is bent is bent in one place or everywhere. */
const PROBLEMS_MAX = 20;

type FillCheck = {
  readonly problems: readonly string[];
  readonly checked: number;
  /** Executions whose tick lies in a block whose ticks are no longer kept: nothing can be said of them. */
  readonly forgotten: number;
};

/** Ticks by sequence number, from the tables, with the last group that was read kept. */
class TickLookup {
  readonly #db: Db;
  #ticks = new Map<number, TapeTick>();

  constructor(db: Db) {
    this.#db = db;
  }

  async at(seq: number): Promise<TapeTick | undefined> {
    const known = this.#ticks.get(seq);
    if (known || seq <= 0) return known;
    const [group] = await readGroupsAfter(this.#db.kysely, seq - 1, 1);
    this.#ticks = new Map(group?.ticks.map((tick) => [tick.seq, tick]));
    return this.#ticks.get(seq);
  }
}

/** What is wrong with one execution; 'forgotten' when nothing can be said of it. */
async function problemOf(db: Db, ticks: TickLookup, fill: FillRow, name: string): Promise<string | undefined> {
  const tick = await ticks.at(fill.tick_seq);
  const at = `${name} at tick ${fill.tick_seq}`;
  if (!tick && !(await blockWith(db.kysely, fill.tick_seq))) return `${at}: the tape has no such tick`;
  // Blocks that an execution points into are kept. Only a demo reset may have filled at a price that was forgotten before.
  if (!tick) return fill.close_reason === 'reset' ? 'forgotten' : `${at}: the ticks of its block are gone`;
  if (tick.productId !== fill.product_id) return `${at}: the tick is of product ${tick.productId}, the order of ${fill.product_id}`;
  if (tick.price === fill.price) return undefined;
  return `${at}: filled at ${formatDecimal(fill.price)}, the tick says ${formatDecimal(tick.price)}`;
}

/** Where executions stand, and how one is called. A micro trade has two: its opening and its end. */
const SOURCES: readonly { readonly read: typeof fillsAfter; readonly nameOf: (id: number) => string }[] = [
  { read: fillsAfter, nameOf: (id) => `execution ${id}` },
  { read: microFillsAfter, nameOf: (id) => `${id % 2 === 0 ? 'opening' : 'end'} of micro trade ${Math.floor(id / 2)}` },
];

/** Compares every execution that was made since a time (unix ms; 0: all) with its tick. */
export async function checkFills(db: Db, sinceMs: number): Promise<FillCheck> {
  const ticks = new TickLookup(db);
  const problems: string[] = [];
  let checked = 0;
  let forgotten = 0;
  for (const { read, nameOf } of SOURCES) {
    let page: FillRow[];
    let after = { seq: -1, id: 0 };
    do {
      page = await read(db.kysely, { sinceMs, ...after, limit: PAGE });
      for (const fill of page) {
        const problem = await problemOf(db, ticks, fill, nameOf(fill.id));
        if (problem === 'forgotten') forgotten++;
        else if (problem && problems.length < PROBLEMS_MAX) problems.push(problem);
        checked++;
        after = { seq: fill.tick_seq, id: fill.id };
      }
    } while (page.length === PAGE);
  }
  return { problems, checked, forgotten };
}

/** Says when the tape ends before a tick that quotes, executions or readers name: its end was cut off. */
export async function tapeEndProblem(db: Db): Promise<string | undefined> {
  // The names first: the tape only grows, so a tick that is committed in between cannot look missing.
  const named = await highestNamedSeq(db.kysely);
  const group = await newestGroup(db.kysely);
  const block = await newestBlock(db.kysely);
  const end = Math.max(group?.last_seq ?? 0, block?.last_seq ?? 0);
  return named.seq <= end ? undefined : `the tape ends at tick ${end}, but table ${named.name} names tick ${named.seq}`;
}
