/** Numbers that people write with and without the 0 of home are one (decision D9.302). */
import { expect, it } from 'vitest';
import { MIGRATIONS, runMigrations } from '#server/database/migrations.ts';
import { normalMobile } from '#server/users/login-name.ts';
import { eachDatabase } from '../each-database.ts';

it.each([
  ['+490151234567', '+49151234567'],
  ['+0490151234567', '+49151234567'],
  ['+49151234567', '+49151234567'],
  ['+440207946000', '+44207946000'],
  ['+3530871234567', '+353871234567'],
  // Where the 0 is a part of the number.
  ['+390612345678', '+390612345678'],
  ['+2250701234567', '+2250701234567'],
  ['+3780549882000', '+3780549882000'],
  ['+22601234567', '+22601234567'],
  ['+22701234567', '+22701234567'],
  ['+2290123456789', '+2290123456789'],
  ['+24101234567', '+24101234567'],
  ['+242061234567', '+242061234567'],
  ['+0015551234567', '+15551234567'],
])('D9.302 %s is %s', (written, stored) => expect(normalMobile(written)).toBe(stored));

eachDatabase('numbers from before', (open) => {
  it('D9.302 lose their 0, unless the number without it is somebody’s', async () => {
    const db = await open();
    const made = async (mobile: string) => {
      const names = { uid: mobile, realm: 'real' as const, email: null, mobile, password_hash: null, demo_id_hash: null };
      const rest = { area_id: 1, level: 1, credit_score: 100, invite_code: mobile, frozen: 0, created_at: 0, last_seen_at: 0 };
      await db.transaction((trx) =>
        trx
          .insertInto('user')
          .values({ ...names, ...rest })
          .execute(),
      );
    };
    for (const mobile of ['+490151111111', '+490152222222', '+49152222222', '+390633333333', '+3530874444444', '+15551234567'])
      await made(mobile);
    await db.transaction(async (trx) => {
      await trx
        .deleteFrom('migration' as never)
        .where('number' as never, '>=', 27 as never)
        .execute();
      await trx.schema.dropTable('address_change').execute();
      await trx.schema.alterTable('not_me').dropColumn('undoes').execute();
      await runMigrations(
        trx,
        db.dialect,
        MIGRATIONS.filter(({ number }) => number <= 27),
      );
    });
    const rows = await db.kysely.selectFrom('user').select('mobile').orderBy('id').execute();
    expect(rows.map(({ mobile }) => mobile)).toEqual([
      '+49151111111',
      '+490152222222',
      '+49152222222',
      '+390633333333',
      '+353874444444',
      '+15551234567',
    ]);
  });
});
