/**
 * A document as it is compared and never read: a keyed hash (decision D9.215). Those that were stored in an earlier form, which took the country
 * for a part of the document, are made anew at the start and by the housekeeping (decision D9.462).
 */
import { documentKey, type IdentityDetails } from '#domain/identity.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db, Trx } from '../database/database.ts';
import type { Log } from '../log.ts';
import { type IdentityRecord, identitiesOfOtherForm, setDocumentHash } from '../repositories/identity-repository.ts';
import type { InstallationKey } from '../secrets/installation-key.ts';
import { formOf } from './encrypted-details.ts';

/** What hashes of today's form begin with. */
const FORM = '2 ';
const ROWS_AT_ONCE = 1_000;

type HashParts = { readonly key: InstallationKey; readonly log: Pick<Log, 'warn'> };

export const documentHash = (key: InstallationKey, details: IdentityDetails): string => FORM + key.mac('document', documentKey(details));

/**
 * `undefined` for what cannot be read: what was sealed with another key, or is damaged. It is left as it was, so that the right key finds it again: a
 * node that was once started with a wrong one must not take from all others what they compare.
 */
function renewedHash(key: InstallationKey, row: IdentityRecord): string | undefined {
  try {
    return documentHash(key, formOf(key, row));
  } catch {
    return undefined;
  }
}

/** Of at most so many rows behind an id; gives the id to go on from, 0 once it has seen all. */
async function renewSome({ key, log }: HashParts, trx: Trx, afterId: number): Promise<number> {
  const rows = await identitiesOfOtherForm(trx, FORM, { afterId, limit: ROWS_AT_ONCE });
  const unread: number[] = [];
  for (const row of rows) {
    const hash = renewedHash(key, row);
    if (hash === undefined) unread.push(row.id);
    else await setDocumentHash(trx, row.id, hash);
  }
  if (unread.length > 0) log.warn({ ids: unread }, 'documents of an earlier form that cannot be read with this key are not compared');
  return rows.length < ROWS_AT_ONCE ? 0 : (rows.at(-1)?.id ?? 0);
}

/** All of them, before a server takes anything in: until then nobody who excluded themselves would be found by their document. */
export async function renewHashes(parts: HashParts, db: Db): Promise<void> {
  let afterId = 0;
  do afterId = await db.transaction((trx) => renewSome(parts, trx, afterId));
  while (afterId > 0);
}

/** What a node of before writes while nodes are changed one after another. */
export function createRehashing(parts: HashParts): WallKind {
  let afterId = 0;
  return {
    everyMs: HOUR_MS,
    async run(trx) {
      afterId = await renewSome(parts, trx, afterId);
    },
  };
}
