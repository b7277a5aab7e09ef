/** The operator's settings that judgement uses, each value with the first tick that it holds for. The tables `setting` and `product` write the rows. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';

export type RuleChangeRow = Omit<Selectable<Database['rule_change']>, 'from_seq'> & { readonly from_seq: number };

const begin = prepared<{ seq: number }, unknown>((db, arg) =>
  db
    .updateTable('rule_change')
    .set({ from_seq: arg('seq') })
    .where('from_seq', 'is', null),
);

/** Changes that wait hold from this tick on. Called in the transaction that commits the tick, so that nobody sees the one without the other. */
export async function beginRuleChanges(trx: Trx, seq: number): Promise<void> {
  await begin(trx, { seq });
}

type TurnsOf = {
  readonly rule: string;
  readonly productId: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly limit: number;
};
type Turn = Pick<RuleChangeRow, 'value' | 'from_seq'>;

/** The change of a rule of a product that holds at one tick (none where it never changed), and those after it up to another, oldest first. */
export const ruleTurns = async (db: Kysely<Database>, of: TurnsOf): Promise<Turn[]> => (await selectTurns(db, of)).rows;

const selectTurns = prepared<TurnsOf, Turn>((db, arg) => {
  const ofRule = db.selectFrom('rule_change').where('rule', '=', arg('rule')).where('product_id', '=', arg('productId'));
  const held = ofRule.select((eb) => eb.fn.max('from_seq').as('seq')).where('from_seq', '<=', arg('fromSeq'));
  return ofRule
    .select(['value', 'from_seq'])
    .where('from_seq', '<=', arg('toSeq'))
    .where('from_seq', '>=', sql<number>`coalesce((${held}), 0)`)
    .orderBy('from_seq')
    .orderBy('id')
    .limit(arg('limit'))
    .$narrowType<{ from_seq: number }>();
});

/** Every change that has its tick, oldest first. */
export async function ruleChanges(db: Kysely<Database>): Promise<RuleChangeRow[]> {
  const rows = await db.selectFrom('rule_change').selectAll().where('from_seq', 'is not', null).orderBy('from_seq').orderBy('id').execute();
  return rows as RuleChangeRow[];
}

/** First tick of the newest changes; 0 when there is none: two readers that see the same number see the same changes. */
export async function newestRuleSeq(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('rule_change')
    .select((eb) => eb.fn.max('from_seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? 0;
}
