/**
 * Photos that people send: taken, made harmless, encrypted and kept where no web server looks; shown by signed links that expire. They lie in the
 * database and not in a folder: a photo and its row are one commit, every node has it, and a backup is whole (decision D9.210).
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { uploadedUrl } from '#protocol/identity-wire.ts';
import type { UploadReply } from '#protocol/rest/identity.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db } from '../database/database.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { deleteDueUploads, insertUpload, uploadBody, uploadedSince } from '../repositories/upload-repository.ts';
import type { InstallationKey } from '../secrets/installation-key.ts';
import { type ActingSession, holdSession } from '../users/live-session.ts';
import { createPhotoCipher } from './photo-cipher.ts';
import { createPhotoEncoder, type EncodedPhoto, type PhotoProblem } from './photo-encoder.ts';
import { type Arrival, createUploadPlaces } from './upload-places.ts';

/** The file of a form, read when there is a place for it; or what is wrong with the form, as an outcome; `undefined` once the place is lost. */
export type ReceiveFile = (arrival: Arrival) => Promise<{ readonly bytes: Uint8Array } | Outcome<never> | undefined>;
type Sender = { readonly session: ActingSession; readonly ip: string };

export interface Uploads {
  /** `waitMs`: there is no place, or this one was too slow to keep it: come back. */
  add(sender: Sender, receive: ReceiveFile): Promise<Outcome<UploadReply> | { waitMs: number }>;
  /** A URL that shows the photo for so long to whoever has it; '' for no photo. */
  link(id: string, forMs?: number): string;
  /** The JPEG behind a link; `undefined` for one that is not there, not signed by this installation, or over. */
  open(link: { id: string; e: string; s: string }): Promise<Buffer | undefined>;
  /** Housekeeping: forgets photos that no application took, and those whose time is over. */
  readonly cleaning: WallKind;
}

type UploadParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly key: InstallationKey;
  readonly limits: Limits['uploads'];
};

const LINK_MS = HOUR_MS;
/** A photo that no application has taken by then goes. */
const ORPHAN_MS = DAY_MS;
const CLEAN_EVERY_MS = HOUR_MS;
const CLEAN_ROWS_MAX = 200;
const PLACE_WAIT_MS = 1_000;
const SIGNATURE_LENGTH = 32;
export const MEGABYTE = 1_048_576;

const REFUSALS: Readonly<Record<PhotoProblem, string>> = { kind: 'uploadKind', size: 'uploadSize', broken: 'uploadBroken' };

export function createUploads(parts: UploadParts): Uploads {
  const { db, clock, log, key, limits } = parts;
  const cipher = createPhotoCipher(key);
  const places = createUploadPlaces(clock, limits);
  const encoder = createPhotoEncoder(limits);
  const signature = (id: string, e: string): string => key.mac(`link ${id}`, e).slice(0, SIGNATURE_LENGTH);
  const link = (id: string, forMs = LINK_MS): string => {
    if (id === '') return '';
    const expiresS = Math.floor((clock.now() + forMs) / 1_000);
    return uploadedUrl(id, expiresS, signature(id, String(expiresS)));
  };
  const quotaRefusal = { files: String(limits.dayFiles), megabytes: String(limits.dayBytes / MEGABYTE) };
  const isOverQuota = async (sql: Db['kysely'], userId: number, bytes: number): Promise<boolean> => {
    const sent = await uploadedSince(sql, userId, clock.now() - DAY_MS);
    return sent.files >= limits.dayFiles || sent.bytes + bytes > limits.dayBytes;
  };

  /** Undefined when the day's share was used up meanwhile. A body may take long: its session must still live when it is whole. */
  const store = (session: ActingSession, received: Uint8Array, { jpeg }: EncodedPhoto): Promise<string | undefined> =>
    db.transaction(async (trx) => {
      await holdSession(trx, session);
      const userId = session.user.id;
      if (await isOverQuota(trx, userId, received.byteLength)) return undefined;
      const id = randomBytes(16).toString('hex');
      const nowMs = clock.now();
      const row = { id, user_id: userId, created_at: nowMs, received_bytes: received.byteLength, delete_at: nowMs + ORPHAN_MS };
      await insertUpload(trx, row, cipher.encrypt(id, jpeg));
      return id;
    });

  return {
    async add({ session, ip }, receive) {
      const userId = session.user.id;
      // Before a byte of the file is read.
      if (await isOverQuota(db.kysely, userId, 0)) return refused('uploadRefused', quotaRefusal, 'uploadQuota');
      const place = places.take({ userId, ip });
      if (!place) return { waitMs: PLACE_WAIT_MS };
      try {
        const received = await receive(place);
        if (!received || place.lost.aborted) return { waitMs: PLACE_WAIT_MS };
        if ('code' in received) return received;
        place.received();
        const photo = await encoder.encode(received.bytes);
        if (typeof photo === 'string') return refused('uploadRefused', undefined, REFUSALS[photo]);
        const id = await store(session, received.bytes, photo);
        if (id === undefined) return refused('uploadRefused', quotaRefusal, 'uploadQuota');
        log.info({ upload: id, userId, bytes: received.bytes.byteLength }, 'a photo was taken');
        return done({ url: link(id) }, 'photoTaken');
      } finally {
        place.leave();
      }
    },

    link,

    async open({ id, e, s }) {
      const isSigned = timingSafeEqual(Buffer.from(s), Buffer.from(signature(id, e)));
      if (!isSigned || Number(e) * 1_000 <= clock.now()) return undefined;
      const encrypted = await uploadBody(db.kysely, id);
      if (!encrypted) return undefined;
      log.info({ upload: id }, 'a photo was shown');
      return cipher.decrypt(id, encrypted);
    },

    cleaning: { everyMs: CLEAN_EVERY_MS, run: (trx, nowMs) => deleteDueUploads(trx, nowMs, CLEAN_ROWS_MAX) },
  };
}
