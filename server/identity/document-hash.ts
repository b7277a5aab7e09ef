/**
 * A document as it is compared and never read: a keyed hash (decision D9.215). Those that were stored in an earlier form, which took the country
 * for a part of the document, are made anew at the start and by the housekeeping (decision D9.462).
 */
import { documentKey, type IdentityDetails } from '#domain/identity.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db, Trx } from '../database/database.ts';
import { type IdentityRecord, identitiesOfOtherForm, setDocumentHash } from '../repositories/identity-repository.ts';
import { type InstallationKey, OtherKeyError } from '../secrets/installation-key.ts';
import { formOf } from './encrypted-details.ts';

/** What hashes of today's form begin with. */
const FORM = '2 ';
const ROWS_AT_ONCE = 1_000;

export const documentHash = (key: InstallationKey, details: IdentityDetails): string => FORM + key.mac('document', documentKey(details));

/** What was sealed with another key cannot be read, and is left as it was: nothing that this key hashes was ever the same. */
function renewedHash(key: InstallationKey, row: IdentityRecord): string {
  try {
    return documentHash(key, formOf(key, row));
  } catch (error) {
    if (error instanceof OtherKeyError) return FORM + row.document_hash;
    throw error;
  }
}

/** Of at most so many rows; gives how many it found. */
async function renewSome(key: InstallationKey, trx: Trx): Promise<number> {
  const rows = await identitiesOfOtherForm(trx, FORM, ROWS_AT_ONCE);
  for (const row of rows) await setDocumentHash(trx, row.id, renewedHash(key, row));
  return rows.length;
}

/** All of them, before a server takes anything in: until then nobody who excluded themselves would be found by their document. */
export async function renewHashes(key: InstallationKey, db: Db): Promise<void> {
  while ((await db.transaction((trx) => renewSome(key, trx))) === ROWS_AT_ONCE);
}

/** What a node of before writes while nodes are changed one after another. */
export const createRehashing = (key: InstallationKey): WallKind => ({
  everyMs: HOUR_MS,
  run: async (trx) => void (await renewSome(key, trx)),
});
