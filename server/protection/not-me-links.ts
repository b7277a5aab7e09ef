/**
 * The links "this was not me" of letters: an unguessable token, of which the database has a hash, good once and for `NOT_ME_MS`. A look at its page does
 * nothing, since scanners of mail follow links; only a press there freezes the account (decision D9.237).
 */
import { NOT_ME_MS } from '#domain/protection.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { NOT_ME_PATH } from '#protocol/rest/protection-endpoints.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Trx } from '../database/database.ts';
import { deleteOldAddressChanges } from '../repositories/address-repository.ts';
import { deleteOldNotMe, insertNotMe } from '../repositories/freeze-repository.ts';
import { makeToken, secretHash } from '../users/opaque-token.ts';

const CLEAN_MS = HOUR_MS;
const CLEAN_ROWS_MAX = 1_000;

export interface NotMeLinks {
  /** A link for a letter about an act, written in its transaction. `undoes`: the change of an address that it takes back. */
  write(trx: Trx, userId: number, act: string, undoes?: number): Promise<string>;
  /** Housekeeping: forgets those that are over. */
  readonly cleaning: WallKind;
}

/** `origin`: where a browser reaches this server. */
export const createNotMeLinks = ({ clock, origin }: { readonly clock: Clock; readonly origin: string }): NotMeLinks => ({
  async write(trx, userId, act, undoes) {
    const token = makeToken();
    const nowMs = clock.now();
    const row = { token_hash: secretHash(token), user_id: userId, act, created_at: nowMs, expires_at: nowMs + NOT_ME_MS, used_at: null };
    await insertNotMe(trx, { ...row, undoes: undoes ?? null });
    return `${origin}${NOT_ME_PATH}?link=${token}`;
  },
  cleaning: {
    everyMs: CLEAN_MS,
    async run(trx, nowMs) {
      await deleteOldNotMe(trx, nowMs, CLEAN_ROWS_MAX);
      await deleteOldAddressChanges(trx, nowMs - NOT_ME_MS, CLEAN_ROWS_MAX);
    },
  },
});
