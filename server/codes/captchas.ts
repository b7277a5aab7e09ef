/**
 * What keeps a machine from registering where no code is sent: five letters in a picture, or in their place a puzzle that a device works on
 * by itself, for whoever cannot see. Good for five minutes, one attempt, one network and one purpose (security S25).
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { leadingZeroBits } from '#domain/puzzle.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db } from '../database/database.ts';
import { BusyError } from '../limits/busy-error.ts';
import { widerNetworkOf } from '../limits/network-of.ts';
import { countCaptchas, deleteOldCaptchas, insertCaptcha, takeCaptcha } from '../repositories/captcha-repository.ts';
import type { PictureMaker } from './captcha-picture.ts';
import type { KeyedHash } from './keyed-hash.ts';

/** Without those that look like another. */
const LETTERS = 'ACDEFHJKLMNPQRTUVWXY34679';
const LENGTH = 5;
const LIFE_MS = 300_000;
/** 131,072 hashes on average: about a second of a phone, and nothing to whoever answers one. */
const PUZZLE_BITS = 17;
/** Captchas that wait for their answer, of everybody. */
const WAITING_MAX = 50_000;
const CLEAN_EVERY_MS = 600_000;

type CaptchaPurpose = 'register';

export interface Captchas {
  /** A picture as a data URL. Throws `BusyError` when too many are drawn or wait. */
  picture(purpose: CaptchaPurpose, ip: string): Promise<{ id: string; b64s: string }>;
  puzzle(purpose: CaptchaPurpose, ip: string): Promise<{ id: string; salt: string; bits: number }>;
  /** True for the right answer. Whatever it says, the captcha is used up. */
  isSolved(purpose: CaptchaPurpose, given: { readonly id: string; readonly answer: string; readonly ip: string }): Promise<boolean>;
  /** Housekeeping: forgets captchas that are over. */
  readonly cleaning: WallKind;
}

type Parts = { readonly db: Db; readonly clock: Clock; readonly keyedHash: KeyedHash; readonly drawn: PictureMaker };

export function createCaptchas({ db, clock, keyedHash, drawn }: Parts): Captchas {
  const secretOf = (id: string, letters: string): string => keyedHash('captcha', id, letters);
  const keep = async (kind: 'picture' | 'puzzle', purpose: CaptchaPurpose, ip: string, secretFor: (id: string) => string) => {
    const id = randomBytes(16).toString('hex');
    const row = { id, kind, purpose, network: widerNetworkOf(ip), secret: secretFor(id), expires_at: clock.now() + LIFE_MS };
    await db.transaction(async (trx) => {
      if ((await countCaptchas(trx, WAITING_MAX)) >= WAITING_MAX) throw new BusyError('too many captchas wait');
      await insertCaptcha(trx, row);
    });
    return id;
  };
  return {
    async picture(purpose, ip) {
      const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
      const b64s = await drawn(letters);
      return { id: await keep('picture', purpose, ip, (id) => secretOf(id, letters)), b64s };
    },

    async puzzle(purpose, ip) {
      const salt = randomBytes(16).toString('hex');
      return { id: await keep('puzzle', purpose, ip, () => salt), salt, bits: PUZZLE_BITS };
    },

    async isSolved(purpose, { id, answer, ip }) {
      const row = await db.transaction((trx) => takeCaptcha(trx, id));
      if (!row || row.purpose !== purpose || row.network !== widerNetworkOf(ip) || clock.now() >= row.expires_at) return false;
      if (row.kind === 'picture') return secretOf(id, answer.trim().toUpperCase()) === row.secret;
      const hash = createHash('sha256').update(`${row.secret}${answer}`).digest();
      return leadingZeroBits(hash) >= PUZZLE_BITS;
    },

    cleaning: { everyMs: CLEAN_EVERY_MS, run: (trx, nowMs) => deleteOldCaptchas(trx, nowMs, WAITING_MAX) },
  };
}
