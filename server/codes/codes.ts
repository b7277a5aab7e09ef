/**
 * Codes of six digits that are sent to an address: one for each purpose, good for ten minutes, five tries and one use; a newer one kills the
 * older (security S24, P22). Everything is counted by the address, letters by its mailbox, and not by the account, so that nothing differs where
 * there is none.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import type { OpenPurpose } from '#protocol/credentials-wire.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db, Trx } from '../database/database.ts';
import type { Limits } from '../limits/limits.ts';
import { countTry, deleteOldCodes, lockTarget, noteSent, putCode, spendCode } from '../repositories/code-repository.ts';
import type { KeyedHash } from './keyed-hash.ts';

const DIGITS = 6;
/** Clocks of nodes are no further apart: what was sent later than that was sent while this one was ahead, and holds up nobody for a day. */
const AHEAD_MS_MAX = 60_000;
const CLEAN_ROWS_MAX = 50_000;

/** What a code is good for, and for nothing else. */
export type StoredPurpose = OpenPurpose | AddressPurpose;
/** To show that an address is theirs who want it for their account: good for that account only. */
export type AddressPurpose = `address ${number}`;
/** A code that was right. It is used up in the transaction of what it was asked for: false when somebody was quicker. */
export type HeldCode = { spend(trx: Trx): Promise<boolean> };

export interface Codes {
  /** A fresh code for an address, which the caller sends in the same transaction; or how long it is too early for one. */
  issue(trx: Trx, target: string, purpose: StoredPurpose): Promise<{ readonly code: string } | { readonly waitMs: number }>;
  /** Counts a try. `undefined` for a code that is wrong, used, too old or tried too often: nobody learns which. */
  hold(target: string, purpose: StoredPurpose, code: string): Promise<HeldCode | undefined>;
  /** Housekeeping: forgets codes that are over. */
  readonly cleaning: WallKind;
}

type Parts = { readonly db: Db; readonly clock: Clock; readonly limits: Limits['codes']; readonly keyedHash: KeyedHash };

export function createCodes({ db, clock, limits, keyedHash }: Parts): Codes {
  const targetHashOf = (target: string): string => keyedHash('target', target);
  const codeHashOf = (target: string, purpose: StoredPurpose, code: string): string => keyedHash('code', target, purpose, code);
  return {
    async issue(trx, target, purpose) {
      const nowMs = clock.now();
      const mailboxHash = targetHashOf(mailboxOf(target));
      const sentAtMs = (await lockTarget(trx, mailboxHash)).filter((atMs) => atMs > nowMs - DAY_MS && atMs < nowMs + AHEAD_MS_MAX);
      const waitMs = waitBeforeNext(sentAtMs, nowMs, limits);
      if (waitMs > 0) return { waitMs };
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
      await noteSent(trx, mailboxHash, [...sentAtMs, nowMs]);
      const code_hash = codeHashOf(target, purpose, code);
      await putCode(trx, { target_hash: targetHashOf(target), purpose, code_hash, tries: 0, expires_at: nowMs + limits.lifeMs });
      return { code };
    },

    async hold(target, purpose, code) {
      const asked = { targetHash: targetHashOf(target), purpose };
      const stored = await db.transaction((trx) => countTry(trx, asked, { nowMs: clock.now(), triesMax: limits.triesMax }));
      const given = codeHashOf(target, purpose, code);
      if (stored === undefined || !timingSafeEqual(Buffer.from(stored), Buffer.from(given))) return undefined;
      return { spend: (trx) => spendCode(trx, asked, stored) };
    },

    cleaning: {
      everyMs: HOUR_MS,
      run: (trx, nowMs) => deleteOldCodes(trx, { expiredBeforeMs: nowMs, sentBeforeMs: nowMs - DAY_MS, limit: CLEAN_ROWS_MAX }),
    },
  };
}

/**
 * Whose letters are counted together: many providers put 'a.da+1@…', 'a.da+2@…' and 'ada@…' into one mailbox, which somebody could fill by them. Where
 * they are different people they share a count, which anybody could use up anyway.
 */
function mailboxOf(target: string): string {
  const [, name = '', host = ''] = /^([^@]+)@(.+)$/.exec(target) ?? [];
  const plain = name.replace(/(?<=.)\+.*$/, '').replaceAll('.', '');
  return plain === '' ? target : `${plain}@${host}`;
}

/** Milliseconds until an address may be sent one more; 0: now. `sentAtMs`: of the last day, oldest first. */
function waitBeforeNext(sentAtMs: readonly number[], nowMs: number, { resendMs, hourMax, dayMax }: Limits['codes']): number {
  const untilOf = (count: number, windowMs: number): number => (sentAtMs.at(-count) ?? Number.NEGATIVE_INFINITY) + windowMs - nowMs;
  return Math.max(0, untilOf(1, resendMs), untilOf(hourMax, HOUR_MS), untilOf(dayMax, DAY_MS));
}
