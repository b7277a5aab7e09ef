/**
 * The picture that an account is judged and traded by, in one statement, so that all of it belongs to one moment: the newest committed tick,
 * the quotes that matter to the account, and how far it is judged.
 */
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { AccountType, Database } from '../database/schema.ts';
import { judgedRows } from './account-change-repository.ts';
import { EVALUATOR, EVALUATOR_CHANGES } from './cursor-repository.ts';
import { marginCallsOf } from './margin-call-repository.ts';
import { allQuotes, type QuoteRow } from './quote-repository.ts';
import { NEWEST_TAPE_MS } from './tape-repository.ts';

type Concern = { readonly userId: number; readonly type: AccountType; readonly productId: number };
type Facts = {
  newest_seq: number;
  tape_ms: number;
  /** Null for an account that has nothing due. */
  next_due: number | null;
  /** First tick of the newest change of the operator's settings. */
  rule_seq: number;
  /** Null for an account that was never changed. */
  judged_seq: number | null;
  version: number | null;
  evaluator_seq: number | null;
  evaluator_changes: number | null;
  is_called: number;
};
type Row = Facts & { [Column in keyof QuoteRow]: QuoteRow[Column] | null };

export type MarketPicture = {
  /** Newest committed tick of the whole tape. */
  readonly seq: number;
  /** When it was committed; of a sealed block the last millisecond of its second. */
  readonly tapeMs: number;
  /** When the account has work due next. */
  readonly nextDue: number | undefined;
  readonly ruleSeq: number;
  readonly judgedSeq: number | undefined;
  readonly version: number | undefined;
  /** Where the evaluator's saved cursor is, and the version below which it knew every change. */
  readonly evaluatorSeq: number | undefined;
  readonly evaluatorChanges: number | undefined;
  /** The account had its margin call and is not re-armed. */
  readonly isCalled: boolean;
  /** Of the product asked for and of all that the account holds or waits for. */
  readonly quotes: ReadonlyMap<number, QuoteRow>;
};

const cursor = (name: string) => sql<number | null>`(select seq from tape_cursor where name = ${sql.lit(name)})`;

/** What the whole market and the evaluator have come to. */
const marketFacts = () => [
  // A group is in no block yet; where the last one is sealed, the newest block ends with it.
  sql<number>`coalesce((select max(last_seq) from tape_group), (select last_seq from (select height, last_seq from tape_header order by height desc limit 1) as newest), 0)`.as(
    'newest_seq' as const,
  ),
  NEWEST_TAPE_MS.as('tape_ms' as const),
  sql<number>`coalesce((select max(from_seq) from rule_change), 0)`.as('rule_seq' as const),
  cursor(EVALUATOR).as('evaluator_seq' as const),
  cursor(EVALUATOR_CHANGES).as('evaluator_changes' as const),
];

function facts(db: Kysely<Database>, user: number, type: AccountType) {
  const change = (column: 'judged_seq' | 'version') =>
    sql<number | null>`(select ${sql.ref(column)} from account_change where user_id = ${user} and account_type = ${type})`;
  return db
    .selectNoFrom([
      ...marketFacts(),
      sql<number | null>`(select min(due) from due_work where user_id = ${user} and account_type = ${type})`.as('next_due'),
      change('judged_seq').as('judged_seq'),
      change('version').as('version'),
      sql<number>`(select count(*) from margin_call where user_id = ${user} and account_type = ${type})`.as('is_called'),
    ])
    .$castTo<Facts>()
    .as('fact');
}

const selectPicture = prepared<Concern, Row>((db, arg) =>
  db
    .selectFrom(facts(db, arg('userId'), arg('type')))
    .leftJoin('quote', (join) =>
      join.on((eb) =>
        eb.or([
          eb('quote.product_id', '=', arg('productId')),
          eb(
            'quote.product_id',
            'in',
            eb
              .selectFrom('trade_order')
              .select('trade_order.product_id')
              .where('user_id', '=', arg('userId'))
              .where('account_type', '=', arg('type'))
              .where('status', 'in', [0, 1]),
          ),
        ]),
      ),
    )
    .selectAll(),
);

type MarketFacts = Pick<Facts, 'newest_seq' | 'tape_ms' | 'rule_seq' | 'evaluator_seq' | 'evaluator_changes'>;
const pictureOf = (fact: Facts, quotes: MarketPicture['quotes']): MarketPicture => ({
  seq: fact.newest_seq,
  tapeMs: fact.tape_ms,
  nextDue: fact.next_due ?? undefined,
  ruleSeq: fact.rule_seq,
  judgedSeq: fact.judged_seq ?? undefined,
  version: fact.version ?? undefined,
  evaluatorSeq: fact.evaluator_seq ?? undefined,
  evaluatorChanges: fact.evaluator_changes ?? undefined,
  isCalled: fact.is_called > 0,
  quotes,
});

const selectMarket = prepared<Record<string, never>, MarketFacts>((db) => db.selectNoFrom(marketFacts()).$castTo<MarketFacts>());

/** Pictures of many accounts, read after their locks: of one moment but for the quotes, which may be newer, so nobody may be traded with by them. */
export async function marketPictures(trx: Trx, refs: readonly { userId: number; type: AccountType }[]): Promise<MarketPicture[]> {
  const fact = (await selectMarket(trx, {})).rows[0];
  if (!fact) throw new Error('the market gave no picture');
  const userIds = [...new Set(refs.map(({ userId }) => userId))];
  const keyOf = (userId: number, type: string) => `${userId}:${type}`;
  const judged = new Map((await judgedRows(trx, userIds)).map((row) => [keyOf(row.user_id, row.account_type), row]));
  const called = new Set((await marginCallsOf(trx, userIds)).map((row) => keyOf(row.user_id, row.account_type)));
  const quotes = new Map((await allQuotes(trx)).map((quote) => [quote.product_id, quote]));
  return refs.map(({ userId, type }) => {
    const row = judged.get(keyOf(userId, type));
    const own = { judged_seq: row?.judged_seq ?? null, version: row?.version ?? null, is_called: called.has(keyOf(userId, type)) ? 1 : 0 };
    return pictureOf({ ...fact, ...own, next_due: null }, quotes);
  });
}

/** Read after the account's lock. `productId`: a product that the account need not hold; 0 for none. */
export async function marketPicture(trx: Trx, concern: Concern): Promise<MarketPicture> {
  const { rows } = await selectPicture(trx, concern);
  const fact = rows[0];
  if (!fact) throw new Error('the market gave no picture');
  const quotes = rows.filter((row): row is Facts & QuoteRow => row.product_id !== null);
  return pictureOf(fact, new Map(quotes.map((quote) => [quote.product_id, quote])));
}
