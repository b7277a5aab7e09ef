/**
 * Addresses that an account had, and that nobody registers with or takes for their account for a while: of an account that was closed, of one
 * whose address was changed, and of whoever excluded themselves as long as that lasts (decisions D9.241, D9.301). Stored as keyed hashes.
 */
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { reservedUntil, reserveName, reserveNamesLonger } from '../repositories/closed-account-repository.ts';
import type { InstallationKey } from '../secrets/installation-key.ts';

/**
 * Until when an address is nobody's, unix ms; `undefined`: it is free. Costs the same for every address. `ownId`: who may have it all the same,
 * since it was theirs.
 */
export type ReservedUntil = (name: string, ownId?: number) => Promise<number | undefined>;

export interface FormerAddresses {
  readonly reservedUntil: ReservedUntil;
  /** Of two times the later one holds. */
  reserve(trx: Trx, name: { readonly address: string; readonly userId: number; readonly untilMs: number }): Promise<void>;
  /** Of somebody who excludes themselves: what they left before stays nobody's as long, if it still is. */
  reserveLonger(trx: Trx, person: { readonly userId: number; readonly untilMs: number }): Promise<void>;
}

type Parts = { readonly db: Db; readonly clock: Clock; readonly key: InstallationKey };

export function createFormerAddresses({ db, clock, key }: Parts): FormerAddresses {
  const hashOf = (name: string): string => key.mac('former name', name);
  return {
    reservedUntil: (name, ownId = 0) => reservedUntil(db.kysely, hashOf(name), clock.now(), ownId),
    reserve: (trx, { address, userId, untilMs }) => reserveName(trx, { hash: hashOf(address), userId, until: untilMs }),
    reserveLonger: (trx, { userId, untilMs }) => reserveNamesLonger(trx, { userId, nowMs: clock.now(), until: untilMs }),
  };
}
