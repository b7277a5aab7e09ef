/**
 * Devices that an account has logged in from: an opaque token that the client keeps and sends with its next login, stored as a hash. It
 * proves nothing but that: it lets nobody in, it only keeps what unknown devices do at the login away from the owner.
 */
import { DAY_MS } from '#domain/time-units.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db, Trx } from '../database/database.ts';
import {
  countDemosOf,
  deleteDevice,
  deleteIdleDevices,
  deviceUserId,
  forgetDevices,
  isDevice,
  isDeviceOf,
  upsertDevice,
} from '../repositories/device-repository.ts';
import { isToken, makeToken, secretHash } from './opaque-token.ts';

/** A device that was not used for so long is forgotten. */
const DEVICE_IDLE_MS = 180 * DAY_MS;
const CLEAN_ROWS_MAX = 1_000;

/** `token`: what the client is to keep, absent when it has it already. `isNew`: the account did not know the device. */
type RememberedDevice = { readonly hash: string; readonly token: string | undefined; readonly isNew: boolean };

export interface Devices {
  /** Hash of the device when this token is known to the account of that name; names as they are stored. */
  known(token: string, name: { email: string | null; mobile: string | null }): Promise<string | undefined>;
  /**
   * Remembers that a user logged in from a device. A token that the server never gave away is not taken up: nobody may choose it for
   * somebody else.
   */
  remember(trx: Trx, userId: number, token: string): Promise<RememberedDevice>;
  /** Demo accounts that were made on a device and entered since; until the transaction ends no other one is made on it. */
  demosOf(trx: Trx, token: string, seenSinceMs: number): Promise<number>;
  /** Whether it is still known: it may have been forgotten since it was looked up. */
  isStillKnown(trx: Trx, userId: number, hash: string): Promise<boolean>;
  /** Forgets devices of a user: a login from one is a login from an unknown device again. `keptHash` null keeps none. */
  forgetOthers(trx: Trx, userId: number, keptHash: string | null): Promise<void>;
  forget(trx: Trx, userId: number, hash: string): Promise<void>;
  /** Housekeeping: forgets devices that were not used for long. */
  readonly cleaning: WallKind;
}

export function createDevices(parts: { db: Db; clock: Clock; devicesMax: number }): Devices {
  const { db, clock, devicesMax } = parts;
  return {
    async known(token, name) {
      if (!isToken(token)) return undefined;
      const hash = secretHash(token);
      return (await deviceUserId(db.kysely, hash, name)) === undefined ? undefined : hash;
    },

    async remember(trx, userId, token) {
      const isOurs = isToken(token) && (await isDevice(trx, secretHash(token)));
      const kept = isOurs ? token : makeToken();
      const nowMs = clock.now();
      const token_hash = secretHash(kept);
      const isNew = !isOurs || !(await isDeviceOf(trx, token_hash, userId));
      await upsertDevice(trx, { token_hash, user_id: userId, created_at: nowMs, used_at: nowMs });
      await forgetDevices(trx, userId, token_hash, devicesMax - 1);
      return { hash: token_hash, token: isOurs ? undefined : kept, isNew };
    },

    demosOf: async (trx, token, seenSinceMs) => (isToken(token) ? countDemosOf(trx, secretHash(token), seenSinceMs) : 0),
    isStillKnown: (trx, userId, hash) => isDeviceOf(trx, hash, userId),
    forgetOthers: (trx, userId, keptHash) => forgetDevices(trx, userId, keptHash ?? '', 0),
    forget: (trx, userId, hash) => deleteDevice(trx, userId, hash),

    cleaning: { everyMs: DAY_MS, run: (trx, nowMs) => deleteIdleDevices(trx, nowMs - DEVICE_IDLE_MS, CLEAN_ROWS_MAX) },
  };
}
