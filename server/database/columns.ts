/**
 * Which columns are 10^-8 bigints and which are plain numbers. Both engines hand every 64-bit integer over as a bigint; this plugin
 * leaves the ones named here alone and turns all others into numbers, refusing one that a double cannot hold exactly.
 */
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  Selectable,
  UnknownRow,
} from 'kysely';
import type { Database } from './schema.ts';

type ColumnsOf<Type> = {
  [T in keyof Database]: {
    [C in keyof Selectable<Database[T]>]: Type extends Exclude<Selectable<Database[T]>[C], null> ? C : never;
  }[keyof Selectable<Database[T]>];
}[keyof Database];

/** Columns that hold money, prices, lots, rates or volumes: the compiler refuses a missing or a surplus name. */
const BIGINT_COLUMNS: Record<ColumnsOf<bigint> & string, true> = {
  balance: true,
  amount: true,
  balance_after: true,
  lots: true,
  rule_level: true,
  asked_price: true,
  open_price: true,
  close_price: true,
  margin: true,
  fee: true,
  profit: true,
  stop_loss: true,
  take_profit: true,
  old_price: true,
  new_price: true,
  contract_number: true,
  quote_rate: true,
  price: true,
  pip: true,
  lots_min: true,
  lots_max: true,
  fee_per_lot: true,
  fee_of_margin: true,
  ratio: true,
  end_price: true,
  taken: true,
  financing: true,
  financing_long: true,
  financing_short: true,
  seed_price: true,
  volatility: true,
  percent: true,
  from_price: true,
  open: true,
  high: true,
  low: true,
  close: true,
  volume: true,
  bound: true,
  next_bound: true,
};

/** A sum over such a column takes an alias with this ending, as in `profit_sum`. */
const SUM_SUFFIX = '_sum';

/** True when a result column of this name stays a bigint. */
const isBigintColumn = (name: string): boolean => Object.hasOwn(BIGINT_COLUMNS, name) || name.endsWith(SUM_SUFFIX);

function safeNumber(name: string, value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`column ${name} holds ${value}, which is not a safe integer`);
  return number;
}

/** Turns the bigints of one result into what the schema's types promise, in place. */
function convertRows(rows: UnknownRow[]): UnknownRow[] {
  const first = rows[0];
  if (!first) return rows;
  const names = Object.keys(first).filter((name) => !isBigintColumn(name));
  // The rows were made for this result: changing them in place saves a copy of each.
  for (const row of rows) {
    for (const name of names) {
      const value = row[name];
      if (typeof value === 'bigint') row[name] = safeNumber(name, value);
    }
  }
  return rows;
}

/** Applies the rule of this file to every result, on both engines. */
export class ColumnTypesPlugin implements KyselyPlugin {
  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    return args.node;
  }

  async transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return { ...args.result, rows: convertRows(args.result.rows) };
  }
}
