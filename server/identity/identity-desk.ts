/**
 * What people do with their real-name verification: look how it stands, and send it. One waits for its review at most; a rejected one may be
 * sent again. What was typed is encrypted, and nobody but its person and a reviewer sees it.
 */
import { type IdentityForm, identityProblems, PHOTO_SLOTS, tidyIdentity } from '#domain/identity.ts';
import { mayApply } from '#domain/identity-state.ts';
import { isOn } from '#domain/setting-defaults.ts';
import { identityFormFromWire, identityToWire, uploadIdOf } from '#protocol/identity-wire.ts';
import type { RealNameFields, RealNameReply } from '#protocol/rest/identity.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import type { ChangeCause, OwnerLetters } from '../protection/owner-letters.ts';
import { type IdentityRecord, insertIdentity, newestIdentity } from '../repositories/identity-repository.ts';
import { areaByCode } from '../repositories/site-repository.ts';
import { keepUploads, lockOwnUploads } from '../repositories/upload-repository.ts';
import type { InstallationKey } from '../secrets/installation-key.ts';
import type { Settings } from '../site/settings.ts';
import type { Trader } from '../trading/trading.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { type ActingSession, holdSession } from '../users/live-session.ts';
import { documentHash } from './document-hash.ts';
import { encryptDetails, formOf } from './encrypted-details.ts';
import { askedIdentity, identityRefusal } from './identity-refusal.ts';
import { recordState } from './record-state.ts';

export interface Identities {
  center(trader: Trader): Promise<RealNameReply>;
  submit(session: ActingSession, fields: RealNameFields, cause: ChangeCause): Promise<Outcome>;
}

/** True for a document that somebody else was verified with who excluded themselves. */
export type IsExcluded = (trx: Trx, documentHash: string, userId: number) => Promise<boolean>;
type IdentityParts = {
  readonly db: Db;
  /** Wall time. */
  readonly clock: Clock;
  readonly settings: Settings;
  readonly key: InstallationKey;
  readonly uploads: Pick<Uploads, 'link'>;
  /** True for a document whose person may not register again: those who excluded themselves (decision D9.29). */
  readonly isExcluded: IsExcluded;
  readonly ownerLetters: Pick<OwnerLetters, 'tell'>;
  /** Called after each transaction that may have left events in the outbox. */
  readonly committed: () => void;
};

const EMPTY: IdentityForm = {
  ...{ name: '', document: '', number: '', ssn: '', country: '', birthday: '' },
  photos: { front: '', back: '', hand: '' },
};

/** Slots name their photos by id; an address that is none of ours is an id that nobody has. */
const withIds = (form: IdentityForm): IdentityForm => {
  const idOf = (slot: (typeof PHOTO_SLOTS)[number]) =>
    form.photos[slot] === '' ? '' : (uploadIdOf(form.photos[slot]) ?? `none in ${slot}`);
  return { ...form, photos: { front: idOf('front'), back: idOf('back'), hand: idOf('hand') } };
};

export function createIdentityDesk(parts: IdentityParts): Identities {
  const { db, clock, settings, key, uploads } = parts;

  const shown = (row: IdentityRecord | undefined): RealNameReply => {
    if (!row) return identityToWire({ form: EMPTY, state: 'none', reason: '', submittedMs: Number.NaN });
    const { photos, ...details } = formOf(key, row);
    const links = { front: uploads.link(photos.front), back: uploads.link(photos.back), hand: uploads.link(photos.hand) };
    return identityToWire({ form: { ...details, photos: links }, state: row.state, reason: row.remark, submittedMs: row.submitted_at });
  };

  /** Everything is looked at again under the person's lock, in the transaction that writes it, their session too. */
  async function store(trx: Trx, session: ActingSession, form: IdentityForm, letter: ChangeCause): Promise<Outcome> {
    await holdSession(trx, session);
    const { user } = session;
    const before = await newestIdentity(trx, user.id);
    // Who sends the same again, since the first answer was lost, has sent it.
    if (before && !mayApply(before.state)) {
      return JSON.stringify(formOf(key, before)) === JSON.stringify(form) ? done(shown(before), 'identitySent') : refused('identityStands');
    }
    const ids = Object.values(form.photos).filter((id) => id !== '');
    const own = await lockOwnUploads(trx, user.id, ids);
    const foreign = PHOTO_SLOTS.find((slot) => form.photos[slot] !== '' && !own.includes(form.photos[slot]));
    if (foreign) return identityRefusal({ part: foreign, why: 'malformed' });
    const document_hash = documentHash(key, form);
    if (await parts.isExcluded(trx, document_hash, user.id)) return refused('frozen');
    const nowMs = clock.now();
    const { front, back, hand } = form.photos;
    const row = await insertIdentity(trx, {
      ...{ user_id: user.id, state: 'waiting', details: encryptDetails(key, form, user.id, nowMs), document_hash },
      ...{ front_id: front, back_id: back, hand_id: hand || null, submitted_at: nowMs, decided_at: null, remark: '' },
    });
    await keepUploads(trx, ids, null);
    const change = { actor: `user:${user.uid}`, act: 'identity', reason: '', remark: '', nowMs, letter };
    await recordState(trx, parts.ownerLetters, { ...row, uid: user.uid }, change);
    return done(shown(row), 'identitySent');
  }

  return {
    center: async (trader) => shown(await newestIdentity(db.kysely, trader.id)),

    async submit(session, fields, cause) {
      if (!isOn(settings.get('is_real_name_auth'))) return refused('featureOff');
      const asked = askedIdentity(settings);
      const form = tidyIdentity(withIds(identityFormFromWire(fields)), asked);
      const [problem] = identityProblems(form, asked, clock.now());
      if (problem) return identityRefusal(problem);
      if (!(await areaByCode(db.kysely, form.country))) return identityRefusal({ part: 'country', why: 'malformed' });
      const outcome = await db.transaction((trx) => store(trx, session, form, cause));
      parts.committed();
      return outcome;
    },
  };
}
