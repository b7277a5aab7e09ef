/** The operator's settings that judgement uses, each value with the first tick that it holds for. The tables `setting` and `product` write the rows. */
import type { Kysely, Selectable } from 'kysely';
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
