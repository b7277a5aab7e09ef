/**
 * A statement of the hot path: written once in the query builder's words, compiled once per engine, afterwards only bound. Building and
 * compiling a statement anew takes longer than running it.
 */
import { type Compilable, type CompiledQuery, type Kysely, sql } from 'kysely';
import { isPostgres } from './lock-rows.ts';
import type { Database } from './schema.ts';

/** A number in a list of rows, where PostgreSQL would take it for text. */
export const asInt = (value: unknown) => sql`cast(${value} as bigint)`;

/** Stands for an argument while the statement is compiled. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Compiled = { readonly query: CompiledQuery; readonly bind: (args: Readonly<Record<string, unknown>>) => unknown[] };
type Result<Row> = { readonly rows: Row[]; readonly changes: number };
/** Names the arguments of a statement: `arg('userId')` stands where the value will be. */
type Naming<Args> = <K extends keyof Args & string>(name: K) => Args[K];

function compile<Args>(build: (db: Kysely<Database>, arg: Naming<Args>) => Compilable<unknown>, db: Kysely<Database>): Compiled {
  const query = build(db, (name) => new Placeholder(name) as never).compile();
  const { parameters } = query;
  return { query, bind: (args) => parameters.map((value) => (value instanceof Placeholder ? args[value.name] : value)) };
}

/** Texts of prepared statements with their names, for engines that keep them by name; bounded by the statements in the source. */
const names = new Map<string, string>();

/** The name under which a connection may keep this statement; undefined for one that was built for a single use. */
export const preparedName = (sql: string): string | undefined => names.get(sql);

/**
 * Gives a function that runs the statement that `build` writes. `build` is called once per engine and must not look at the arguments,
 * only place them; a list of values of changing length is therefore not for this.
 */
export function prepared<Args extends Readonly<Record<string, unknown>>, Row>(
  build: (db: Kysely<Database>, arg: Naming<Args>) => Compilable<Row>,
): (db: Kysely<Database>, args: Args) => Promise<Result<Row>> {
  const compiled: { sqlite?: Compiled; postgres?: Compiled } = {};
  return async (db, args) => {
    const engine = isPostgres(db) ? 'postgres' : 'sqlite';
    let statement = compiled[engine];
    if (!statement) {
      statement = compile(build, db);
      compiled[engine] = statement;
      const { sql } = statement.query;
      if (!names.has(sql)) names.set(sql, `s${names.size + 1}`);
    }
    const { rows, numAffectedRows } = await db.executeQuery<Row>({ ...statement.query, parameters: statement.bind(args) });
    return { rows, changes: Number(numAffectedRows ?? 0n) };
  };
}

/**
 * The same for an insert of several rows: `build` is called once per engine and number of rows. What is above `rowsMax` goes in further
 * statements.
 */
export function preparedRows<New extends object, Row>(
  columns: readonly (keyof New & string)[],
  rowsMax: number,
  build: (db: Kysely<Database>, rows: New[]) => Compilable<Row>,
): (db: Kysely<Database>, rows: readonly New[]) => Promise<Row[]> {
  const bySize = new Map<number, ReturnType<typeof prepared<Record<string, unknown>, Row>>>();
  const statementOf = (size: number) => {
    const known = bySize.get(size);
    if (known) return known;
    const rowOf = (arg: Naming<Record<string, unknown>>, at: number) =>
      Object.fromEntries(columns.map((column) => [column, arg(`${column} ${at}`)])) as New;
    const made = prepared<Record<string, unknown>, Row>((db, arg) =>
      build(
        db,
        Array.from({ length: size }, (_, at) => rowOf(arg, at)),
      ),
    );
    bySize.set(size, made);
    return made;
  };
  return async (db, rows) => {
    const returned: Row[] = [];
    for (let start = 0; start < rows.length; start += rowsMax) {
      const part = rows.slice(start, start + rowsMax);
      const args: Record<string, unknown> = {};
      for (const [at, row] of part.entries()) for (const column of columns) args[`${column} ${at}`] = row[column];
      returned.push(...(await statementOf(part.length)(db, args)).rows);
    }
    return returned;
  };
}

/** Ids of one statement. */
const IDS_AT_ONCE = 64;

/** The same for a read by a list of ids. What `build` orders is in order for each id, and for all of them while they are few. */
export function preparedByIds<Row>(
  build: (db: Kysely<Database>, ids: number[]) => Compilable<Row>,
): (db: Kysely<Database>, ids: readonly number[]) => Promise<Row[]> {
  const read = preparedRows<{ id: number }, Row>(['id'], IDS_AT_ONCE, (db, rows) =>
    build(
      db,
      rows.map(({ id }) => id),
    ),
  );
  return (db, ids) =>
    read(
      db,
      ids.map((id) => ({ id })),
    );
}
