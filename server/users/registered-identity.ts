/**
 * What somebody says of who they are along with their registration: all of it or nothing (decision D1.5.19). It is looked at before the account
 * is made, and kept nowhere: photos cannot be sent before somebody is logged in, and with them it comes again, by real_name (decision D9.259).
 */
import type * as v from 'valibot';
import { identityProblems, isBlankIdentity, PHOTO_SLOTS, tidyIdentity } from '#domain/identity.ts';
import { isOn } from '#domain/setting-defaults.ts';
import { IDENTITY_FIELD_NAMES, identityFormFromWire } from '#protocol/identity-wire.ts';
import type { RegisterForm } from '#protocol/rest/credentials.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import { askedIdentity, identityRefusal } from '../identity/identity-refusal.ts';
import { invalidField, type Outcome } from '../outcome.ts';
import { areaByCode } from '../repositories/site-repository.ts';
import type { Settings } from '../site/settings.ts';

type Parts = { readonly db: Db; readonly clock: Clock; readonly settings: Settings };

/** `undefined`: nothing was said where nothing is asked for, or everything is right. */
export async function registeredIdentityRefusal(
  { db, clock, settings }: Parts,
  fields: v.InferOutput<typeof RegisterForm>,
): Promise<Outcome<unknown> | undefined> {
  if (!isOn(settings.get('is_real_name_auth')) || !isOn(settings.get('is_register_auth'))) return undefined;
  const asked = askedIdentity(settings);
  const form = tidyIdentity(identityFormFromWire(fields), asked);
  if (isBlankIdentity(form)) return undefined;
  const photo = PHOTO_SLOTS.find((slot) => form.photos[slot] !== '');
  if (photo) {
    const allowed = 'nothing yet: photos are sent by image_upload once you are registered, and named in real_name';
    return invalidField({ field: IDENTITY_FIELD_NAMES[photo], value: form.photos[photo], allowed });
  }
  const isPhoto = (part: string): boolean => PHOTO_SLOTS.some((slot) => slot === part);
  const problem = identityProblems(form, asked, clock.now()).find(({ part }) => !isPhoto(part));
  if (problem) return identityRefusal(problem);
  return (await areaByCode(db.kysely, form.country)) ? undefined : identityRefusal({ part: 'country', why: 'malformed' });
}
