/** Photos and real-name verification, put together from one key. */
import type { Clock } from '../clock/clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/database.ts';
import type { LetterDelivery } from '../letters/letter-delivery.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log.ts';
import type { OwnerLetters } from '../protection/owner-letters.ts';
import { isExcludedDocument } from '../repositories/closed-account-repository.ts';
import { installationKey } from '../secrets/installation-key.ts';
import type { Settings } from '../site/settings.ts';
import type { OutboxPublisher } from '../trading/outbox/outbox-publisher.ts';
import { createUploads } from '../uploads/uploads.ts';
import { createRehashing, renewHashes } from './document-hash.ts';
import { createIdentityDesk, type IsExcluded } from './identity-desk.ts';
import { createIdentityReview } from './identity-review.ts';

type Parts = {
  readonly config: Pick<Config, 'dataDir' | 'secretsKey' | 'reviewAfterMs' | 'publicOrigins' | 'host' | 'port'>;
  readonly db: Db;
  /** Wall time: reviews, links and quotas are about people and not about the market (decision D9.13). */
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  readonly limits: Pick<Limits, 'uploads'>;
  readonly outbox: Pick<OutboxPublisher, 'wake'>;
  readonly ownerLetters: Pick<OwnerLetters, 'tell'>;
  readonly delivery: Pick<LetterDelivery, 'wake'>;
};

export async function createIdentities({ config, db, clock, log, settings, limits, outbox, ownerLetters, delivery }: Parts) {
  const key = await installationKey({ dataDir: config.dataDir, given: config.secretsKey });
  await renewHashes({ key, log }, db);
  const uploads = createUploads({ db, clock, log, key, limits: limits.uploads });
  const committed = () => {
    outbox.wake();
    delivery.wake();
  };
  const isExcluded: IsExcluded = (trx, hash, userId) => isExcludedDocument(trx, hash, userId, clock.now());
  const origin = config.publicOrigins[0] ?? `http://${config.host}:${config.port}`;
  return {
    uploads,
    rehashing: createRehashing({ key, log }),
    identities: createIdentityDesk({ db, clock, settings, key, uploads, ownerLetters, committed, isExcluded }),
    review: createIdentityReview({
      db,
      clock,
      key,
      uploads,
      origin,
      reviewAfterMs: config.reviewAfterMs,
      ownerLetters,
      committed,
      isExcluded,
    }),
  };
}
