/**
 * Self-exclusion is of a person, who may have several accounts: it holds for each that was verified with the same document (decision D9.239). Those others
 * are excluded as soon as the first is, and by the housekeeping, should one be verified afterwards or this node have ended in between. A document
 * that nobody looked at excludes no one: anybody may type somebody else's number.
 */
import { FOREVER_MS, isForever } from '#domain/protection.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db, Trx } from '../database/database.ts';
import { addressesOf, type Letters } from '../letters/letters.ts';
import type { Log } from '../log.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import { excludedElsewhere, setBreaks } from '../repositories/own-limit-repository.ts';
import type { Sql, UserRecord } from '../repositories/user-repository.ts';
import { userById } from '../repositories/user-repository.ts';
import type { FormerAddresses } from './former-addresses.ts';
import { lockOwn } from './own-lock.ts';
import { type OwnerLetters, utcMinuteUntil } from './owner-letters.ts';

const SWEEP_EVERY_MS = 300_000;
const PEOPLE_AT_ONCE = 100;

export interface SameDocument {
  /** Excludes soon the other accounts of somebody who has just excluded themselves. */
  follow(userId: number): void;
  readonly sweep: WallKind;
}

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly formerAddresses: Pick<FormerAddresses, 'reserveLonger'>;
  readonly letters: Pick<Letters, 'wake'>;
  readonly ownerLetters: OwnerLetters;
  readonly cancelPending: (user: UserRecord) => void;
};

/** As a letter says it: a date, or that there is none. */
export const untilText = (untilMs: number): string => (isForever(untilMs) ? '∞' : `${utcMinuteUntil(untilMs)} (UTC)`);

export function createSameDocument({ db, clock, log, formerAddresses, letters, ownerLetters, cancelPending }: Parts): SameDocument {
  /** Looked at anew under the lock of the account; the person that it was, where it was extended. */
  async function excludeIn(trx: Trx, userId: number): Promise<UserRecord | undefined> {
    const user = await lockOwn(trx, (await userById(trx, userId)) as UserRecord);
    const nowMs = clock.now();
    const [due] = await excludedElsewhere(trx, { nowMs, limit: 1, userId });
    if (!due) return undefined;
    const until = Math.min(FOREVER_MS, due.until);
    await setBreaks(trx, user.id, { excluded_until: until });
    await formerAddresses.reserveLonger(trx, { userId: user.id, untilMs: until });
    const params = { until: untilText(until) };
    await ownerLetters.tellAll(trx, user, addressesOf(user), { ip: '-', lang: 'en', template: 'selfExcluded', params });
    const detail = `until ${new Date(until).toISOString()}: the same document`;
    await appendAudit(trx, { at: nowMs, actor: 'same document', act: 'exclude', subject: `user:${user.uid}`, detail });
    return user;
  }

  async function excludeAll(reader: Sql, asked: { readonly by?: number }): Promise<void> {
    const due = await excludedElsewhere(reader, { nowMs: clock.now(), limit: PEOPLE_AT_ONCE, ...asked });
    for (const { userId } of due) {
      const user = await db.transaction((trx) => excludeIn(trx, userId));
      if (user) cancelPending(user);
    }
    if (due.length > 0) letters.wake();
  }
  // The next look of the housekeeping tries again.
  const soon = (asked: { readonly by?: number }): void =>
    void excludeAll(db.kysely, asked).catch((error: unknown) => log.error({ error }, 'accounts of one document could not be excluded'));

  return {
    follow: (userId) => soon({ by: userId }),
    sweep: {
      everyMs: SWEEP_EVERY_MS,
      // Each is a transaction of its own, after this one.
      run: async () => void clock.after(0, () => soon({})),
    },
  };
}
