/** What a person typed, as it lies in the database: encrypted, and bound to whose it is and when it was sent. */
import type { IdentityDetails, IdentityForm } from '#domain/identity.ts';
import type { IdentityRecord } from '../repositories/identity-repository.ts';
import type { InstallationKey } from '../secrets/installation-key.ts';

const about = (userId: number, submittedMs: number): string => `identity of ${userId} at ${submittedMs}`;

export function encryptDetails(key: InstallationKey, { photos: _, ...details }: IdentityForm, userId: number, submittedMs: number): string {
  return key.encrypt(about(userId, submittedMs), JSON.stringify(details));
}

/** The form as it was sent, its photos by their ids. Throws `OtherKeyError` for a row that was encrypted with another key. */
export function formOf(key: InstallationKey, row: IdentityRecord): IdentityForm {
  const details: IdentityDetails = JSON.parse(key.decrypt(about(row.user_id, row.submitted_at), row.details));
  return { ...details, photos: { front: row.front_id, back: row.back_id, hand: row.hand_id ?? '' } };
}
