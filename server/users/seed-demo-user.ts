/**
 * The real user of the demo profile, with money on every account (contract, Demo data). In production that user must not exist:
 * everybody knows the password (decision D9.15).
 */
import { decimal, type Money } from '#domain/decimal.ts';
import type { Clock } from '../clock/clock.ts';
import type { Profile } from '../config.ts';
import type { Db } from '../database/database.ts';
import type { AccountType } from '../database/schema.ts';
import { lockPersonAccount } from '../ledger/person-account.ts';
import { LOG_TYPE, post } from '../ledger/post.ts';
import { readFact, writeFact } from '../repositories/fact-repository.ts';
import { userByEmail } from '../repositories/user-repository.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Users } from './users.ts';

const DEMO_EMAIL = 'demo@example.com';
const DEMO_PASSWORD = 'demo-Passw0rd';
const SEEDED = 'seed.demo_user';
const GRANTS: readonly (readonly [AccountType, string])[] = [
  ['forex', '25000'],
  ['micro', '5000'],
  ['change', '20000'],
];

/** Thrown when a production server would run on a database that has the demo's user. */
export class DemoUserError extends Error {
  override name = 'DemoUserError';
}

type Parts = { readonly db: Db; readonly clock: Clock; readonly users: Users; readonly hasher: PasswordHasher };

/** Safe to repeat: user and grants are made once, whatever was interrupted. */
export async function seedDemoUser(profile: Profile, { db, clock, users, hasher }: Parts): Promise<void> {
  const existing = await userByEmail(db.kysely, DEMO_EMAIL);
  if (profile === 'production') {
    if (existing) throw new DemoUserError(`PROFILE: got "production", but this database has the user ${DEMO_EMAIL} of the demo profile`);
    return;
  }
  if ((await readFact(db.kysely, SEEDED)) !== undefined) return;
  const user = existing ?? (await users.createReal(DEMO_EMAIL, await hasher.hash(DEMO_PASSWORD, 'known', '')));
  await db.transaction(async (trx) => {
    for (const [type, text] of GRANTS) {
      const amount = decimal<Money>(text);
      const { parts } = await lockPersonAccount(trx, user.id, type);
      await post(trx, {
        realm: 'real',
        userId: user.id,
        kind: `seed_${type}`,
        refType: 'user',
        refId: user.id,
        logType: LOG_TYPE.demoGrant,
        memo: 'demo',
        atMs: clock.now(),
        entries: [
          { part: parts.balance, amount },
          { house: 'equity_in', amount: -amount },
        ],
      });
    }
    await writeFact(trx, SEEDED, '1');
  });
}
