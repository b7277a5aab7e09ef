/** Why this node should get no traffic now, in words of `/readyz`. */
import { staleAfterMs } from '#domain/freshness.ts';
import type { Catalogue, Product } from './catalogue/catalogue.ts';
import type { Clock } from './clock/clock.ts';
import type { Db } from './database/database.ts';
import { isDatabaseUp } from './repositories/fact-repository.ts';
import type { TapeLog } from './tape/log/tape-log.ts';
import type { Tape } from './tape/tape.ts';

type Market = { readonly tape: Pick<Tape, 'ageMs'>; readonly catalogue: Catalogue; readonly clock: Pick<Clock, 'now'> };

/** Products without a fresh price though their market is open. */
export const staleProducts = ({ tape, catalogue, clock }: Market): Product[] =>
  catalogue
    .products()
    .filter((product) => tape.ageMs(product.id) >= staleAfterMs(product.categoryId) && catalogue.statusAt(product, clock.now()) === 'open');

type Node = {
  readonly db: Pick<Db, 'kysely'>;
  readonly tapeLog: Pick<TapeLog, 'objection' | 'missingKeys'>;
  readonly stale: () => readonly Product[];
  readonly state: { readonly isStopping: boolean };
};

export async function obstaclesOf({ db, tapeLog, stale, state }: Node): Promise<string[]> {
  if (state.isStopping) return ['stopping'];
  return [
    ...((await isDatabaseUp(db.kysely)) ? [] : ['database']),
    ...(stale().length > 0 ? ['feed'] : []),
    ...(tapeLog.objection === '' ? [] : ['tape log']),
    // Of a log that was begun anew on another node: what this one shows is the log before.
    ...(tapeLog.missingKeys === '' ? [] : ['keys of the tape log']),
  ];
}
