/**
 * The picture that an account is judged and traded by, in one statement, so that all of it belongs to one moment: the newest committed tick,
 * the quotes that matter to the account, and how far it is judged.
 */
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { AccountType, Database } from '../database/schema.ts';
import { EVALUATOR, EVALUATOR_CHANGES } from './cursor-repository.ts';
import type { QuoteRow } from './quote-repository.ts';

type Concern = { readonly userId: number; readonly type: AccountType; readonly productId: number };
type Facts = {
  newest_seq: number;
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

function facts(db: Kysely<Database>, user: number, type: AccountType) {
  const change = (column: 'judged_seq' | 'version') =>
    sql<number | null>`(select ${sql.ref(column)} from account_change where user_id = ${user} and account_type = ${type})`;
  return db
    .selectNoFrom([
      // A group is in no block yet; where the last one is sealed, the newest block ends with it.
      sql<number>`coalesce((select max(last_seq) from tape_group), (select last_seq from tape_block order by height desc limit 1), 0)`.as(
        'newest_seq',
      ),
      sql<number>`coalesce((select max(from_seq) from rule_change), 0)`.as('rule_seq'),
      change('judged_seq').as('judged_seq'),
      change('version').as('version'),
      cursor(EVALUATOR).as('evaluator_seq'),
      cursor(EVALUATOR_CHANGES).as('evaluator_changes'),
      sql<number>`(select count(*) from margin_call where user_id = ${user} and account_type = ${type})`.as('is_called'),
    ])
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

/** Read after the account's lock. `productId`: a product that the account need not hold; 0 for none. */
export async function marketPicture(trx: Trx, concern: Concern): Promise<MarketPicture> {
  const { rows } = await selectPicture(trx, concern);
  const fact = rows[0];
  if (!fact) throw new Error('the market gave no picture');
  const quotes = rows.filter((row): row is Facts & QuoteRow => row.product_id !== null);
  return {
    seq: fact.newest_seq,
    ruleSeq: fact.rule_seq,
    judgedSeq: fact.judged_seq ?? undefined,
    version: fact.version ?? undefined,
    evaluatorSeq: fact.evaluator_seq ?? undefined,
    evaluatorChanges: fact.evaluator_changes ?? undefined,
    isCalled: fact.is_called > 0,
    quotes: new Map(quotes.map((quote) => [quote.product_id, quote])),
  };
}
