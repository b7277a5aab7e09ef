/** Verification on a database of its own, without the rest of a server: people, their photos, the operator, and the review by itself. */
import { randomBytes } from 'node:crypto';
import type { RealNameFields, RealNameReply } from '#protocol/rest/identity.ts';
import { ManualClock } from '#server/clock/clock.ts';
import { createWallRunner } from '#server/clock/wall-work.ts';
import type { Db } from '#server/database/database.ts';
import { createIdentities } from '#server/identity/create-identities.ts';
import { createLetters } from '#server/letters/letters.ts';
import { silentLog } from '#server/log.ts';
import type { OperatorParts } from '#server/operations/command.ts';
import { runCommand } from '#server/operations/operator-commands.ts';
import type { Outcome } from '#server/outcome.ts';
import { createNotMeLinks } from '#server/protection/not-me-links.ts';
import { createOwnerLetters } from '#server/protection/owner-letters.ts';
import { insertUser } from '#server/repositories/user-repository.ts';
import type { Trader } from '#server/trading/trading.ts';
import { traderOf } from '#server/users/user-row.ts';
import { photo } from '../send-photo.ts';
import { WIDE_LIMITS } from '../start-app.ts';
import { sessionsIn } from '../users/session-of.ts';

export const DETAILS = {
  ...{ name: 'Ada Byron', id_type: '1', card_id: 'X-123 456', ssn: '123-45-6789', country: 'GB', birthday: '1990-12-10' },
} as const;

const NOTHING = { level: 1, credit_score: 100, frozen: 0, area_id: 0, password_hash: null, demo_id_hash: null, mobile: null };

type RigOptions = { readonly clock?: ManualClock; readonly reviewAfterMs?: number; readonly secretsKey?: string };

export async function identityRig(db: Db, { clock = new ManualClock(), reviewAfterMs, secretsKey = 'ab'.repeat(32) }: RigOptions = {}) {
  const settings = { get: (name: string) => (/^is_(real_name_auth|auth_ssn|auth_hand_pic)$/.test(name) ? '1' : '') };
  const config = { dataDir: '', secretsKey, reviewAfterMs, publicOrigins: [], host: 'localhost', port: 1 };
  const outbox = { wake() {} };
  const letters = createLetters({ clock, wake: outbox.wake });
  const sessionOf = sessionsIn(db);
  const { uploads, identities, review, rehashing } = await createIdentities({
    ...{ config, db, clock, log: silentLog, settings, limits: WIDE_LIMITS, outbox, delivery: outbox },
    ownerLetters: createOwnerLetters({ clock, letters, links: createNotMeLinks({ clock, origin: '' }) }),
  });
  const areas = [
    { id: 1, code: 'GB', global_code: '+044' },
    { id: 2, code: 'FR', global_code: '+033' },
  ];
  await db.transaction((trx) =>
    trx
      .insertInto('area')
      .values(areas)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const housekeeping = createWallRunner(
    { db, clock, log: silentLog },
    {
      ...{ identity_review: review.byItself, identity_documents: rehashing },
    },
  );

  const sentPhoto = async (trader: Trader, colour: string): Promise<string> => {
    const bytes = await photo(colour).jpeg().toBuffer();
    const outcome = (await uploads.add({ session: await sessionOf(trader), ip: '' }, async () => ({ bytes }))) as Outcome<{ url: string }>;
    return outcome.data?.url ?? '';
  };
  return {
    ...{ db, clock, uploads, housekeeping, sentPhoto },
    /** A fresh person of the real realm. */
    async person(): Promise<Trader> {
      const code = randomBytes(6).toString('hex');
      const nowMs = clock.now();
      const times = { created_at: nowMs, last_seen_at: nowMs };
      const fresh = {
        ...NOTHING,
        ...times,
        uid: code,
        invite_code: code,
        realm: 'real',
        email: `${code}@example.com`,
      } as const;
      const user = await db.transaction((trx) => insertUser(trx, fresh));
      return traderOf(user);
    },
    /** Everything that is asked for, with fresh photos. */
    async form(trader: Trader): Promise<RealNameFields> {
      const [front_pic = '', reverse_pic = '', hand_pic = ''] = await Promise.all(
        ['#111111', '#222222', '#333333'].map((colour) => sentPhoto(trader, colour)),
      );
      return { ...DETAILS, front_pic, reverse_pic, hand_pic };
    },
    submit: async (trader: Trader, fields: RealNameFields) =>
      identities.submit(await sessionOf(trader), fields, { ip: '203.0.113.9', lang: 'en' }) as Promise<Outcome<RealNameReply>>,
    center: (trader: Trader) => identities.center(trader),
    operator: (command: string, words: string[] = [], reason = '') =>
      runCommand({ db, clock, review } as unknown as OperatorParts, { command, words, actor: 'ada', reason }),
    /** The application of a person that waits. */
    async waitingId({ uid }: Trader): Promise<string> {
      return String((await review.waiting()).find((row) => row.uid === uid)?.id ?? '');
    },
    /** Letters to a person, in the order they were written: template and what it says of itself. */
    letters: ({ id }: Trader) =>
      db.kysely.selectFrom('letter').select(['template', 'params']).where('user_id', '=', id).orderBy('id').execute(),
    realStatus: async ({ id }: Trader) =>
      (await db.kysely.selectFrom('user').select('real_status').where('id', '=', id).executeTakeFirstOrThrow()).real_status,
  };
}
