/**
 * The review of real-name verification: what an operator sees and decides, and, for trying out, a review that decides by itself after a while
 * (decision D9.32). Both decide the same way; a decision is made once.
 */

import { type IdentityForm, PHOTO_SLOTS, type PhotoSlot } from '#domain/identity.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db, Trx } from '../database/database.ts';
import type { ChangeCause, OwnerLetters } from '../protection/owner-letters.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import {
  decideIdentity,
  type IdentityOfUser,
  identityById,
  lockPeople,
  othersWithDocument,
  waitingIdentities,
} from '../repositories/identity-repository.ts';
import { keepUploads } from '../repositories/upload-repository.ts';
import { userById } from '../repositories/user-repository.ts';
import type { InstallationKey } from '../secrets/installation-key.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { formOf } from './encrypted-details.ts';
import type { IsExcluded } from './identity-desk.ts';
import { recordState } from './record-state.ts';

export type Decision = 'verified' | 'rejected';
/** What keeps an application from being verified, whatever stands on it. */
type Barrier = 'closed' | 'excluded';
type Decided = 'done' | 'over' | Barrier;
type Cause = { readonly actor: string; readonly reason: string };
/** `photos`: links that hold for ten minutes. `others`: people who have shown the same document. */
type ReviewView = {
  readonly identity: IdentityOfUser;
  readonly form: IdentityForm;
  readonly photos: readonly { readonly slot: PhotoSlot; readonly url: string }[];
  readonly others: readonly { readonly uid: string; readonly state: string }[];
};

export interface IdentityReview {
  /** Oldest first. */
  waiting(): Promise<IdentityOfUser[]>;
  /** Everything that was sent; that somebody looked is in the audit. */
  view(id: number, actor: string): Promise<ReviewView | undefined>;
  /**
   * 'over': it does not wait, since somebody has decided. A barrier: it is not verified; its account is closed, or its document that of somebody who
   * excluded themselves.
   */
  decide(id: number, decision: Decision, cause: Cause): Promise<Decided | 'missing'>;
  /** Decides what has waited for as long as is configured; does nothing where nothing is. */
  readonly byItself: WallKind;
}

/** A verdict comes from no network; in English to whose language nobody knows. */
const FROM_REVIEW: ChangeCause = { ip: '-', lang: 'en' };
const WAITING_SHOWN = 50;
const OTHERS_SHOWN = 5;
const DECIDED_AT_ONCE = 100;
const LOOK_EVERY_MS = 2_000;
const REVIEW_LINK_MS = 600_000;
/** What the person reads where the review by itself sends it back. */
const REMARKS: Readonly<Record<Barrier, string>> = {
  closed: 'The account is closed',
  excluded: 'The person of this document has excluded themselves',
};
/** Photos of a rejected application that are not sent again go after so long. */
const REJECTED_KEPT_MS = 90 * DAY_MS;

/** False when it did not wait any more. The caller has locked the person: everybody takes that lock before the audit's. */
async function decideOne(
  { trx, ownerLetters, nowMs }: { trx: Trx; ownerLetters: Pick<OwnerLetters, 'tell'>; nowMs: number },
  identity: IdentityOfUser,
  state: Decision,
  { actor, reason }: Cause,
): Promise<boolean> {
  const remark = state === 'rejected' ? reason : '';
  if (!(await decideIdentity(trx, identity.id, { state, remark, decided_at: nowMs }))) return false;
  if (state === 'rejected') {
    const ids = [identity.front_id, identity.back_id, identity.hand_id].filter((id) => id !== null);
    await keepUploads(trx, ids, nowMs + REJECTED_KEPT_MS);
  }
  const act = state === 'verified' ? 'approve-identity' : 'reject-identity';
  await recordState(trx, ownerLetters, { ...identity, state }, { actor, act, reason, remark, nowMs, letter: FROM_REVIEW });
  return true;
}

type ReviewParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly key: InstallationKey;
  readonly uploads: Pick<Uploads, 'link'>;
  /** Before the links, which are for a browser: where it reaches this server. */
  readonly origin: string;
  readonly reviewAfterMs: number | undefined;
  readonly isExcluded: IsExcluded;
  readonly ownerLetters: Pick<OwnerLetters, 'tell'>;
  readonly committed: () => void;
};

export function createIdentityReview({
  db,
  clock,
  key,
  uploads,
  origin,
  reviewAfterMs,
  isExcluded,
  ownerLetters,
  committed,
}: ReviewParts): IdentityReview {
  /** Either may have come about while it waited; to be asked under the person's lock. */
  async function barrierOf(trx: Trx, { document_hash, user_id }: IdentityOfUser): Promise<Barrier | undefined> {
    const user = await userById(trx, user_id);
    if (!user || user.closed_at > 0) return 'closed';
    return (await isExcluded(trx, document_hash, user_id)) ? 'excluded' : undefined;
  }

  return {
    waiting: () => waitingIdentities(db.kysely, Number.MAX_SAFE_INTEGER, WAITING_SHOWN),

    view: (id, actor) =>
      db.transaction(async (trx) => {
        const identity = await identityById(trx, id);
        if (!identity) return undefined;
        const form = formOf(key, identity);
        const others = await othersWithDocument(trx, identity.document_hash, identity.user_id, OTHERS_SHOWN);
        const subject = `identity ${id} of user ${identity.uid}`;
        await appendAudit(trx, { at: clock.now(), actor, act: 'identity-view', subject, detail: identity.state });
        const shown = PHOTO_SLOTS.filter((slot) => form.photos[slot] !== '');
        const photos = shown.map((slot) => ({ slot, url: `${origin}${uploads.link(form.photos[slot], REVIEW_LINK_MS)}` }));
        return { identity, form, photos, others };
      }),

    async decide(id, decision, cause) {
      const result = await db.transaction(async (trx) => {
        const identity = await identityById(trx, id);
        if (!identity) return 'missing';
        await lockPeople(trx, [identity.user_id]);
        const barrier = decision === 'verified' ? await barrierOf(trx, identity) : undefined;
        if (barrier) return barrier;
        return (await decideOne({ trx, ownerLetters, nowMs: clock.now() }, identity, decision, cause)) ? 'done' : 'over';
      });
      committed();
      return result;
    },

    byItself: {
      everyMs: reviewAfterMs === undefined ? DAY_MS : LOOK_EVERY_MS,
      async run(trx, nowMs) {
        if (reviewAfterMs === undefined) return;
        const cause = { actor: 'review', reason: `by itself after ${reviewAfterMs / 1_000} s` };
        const identities = await waitingIdentities(trx, nowMs - reviewAfterMs, DECIDED_AT_ONCE);
        await lockPeople(
          trx,
          identities.map((identity) => identity.user_id),
        );
        const parts = { trx, ownerLetters, nowMs };
        for (const identity of identities) {
          const barrier = await barrierOf(trx, identity);
          if (barrier) await decideOne(parts, identity, 'rejected', { ...cause, reason: REMARKS[barrier] });
          else await decideOne(parts, identity, 'verified', cause);
        }
      },
    },
  };
}
