/** What the site asks of who somebody is, and what is answered where it is not right. */
import {
  AGE_MIN,
  type AskedIdentity,
  type IdentityProblem,
  NAME_LENGTH_MAX,
  NAME_LENGTH_MIN,
  NUMBER_LENGTH_MAX,
  NUMBER_LENGTH_MIN,
  SSN_LENGTH_MAX,
} from '#domain/identity.ts';
import { isOn } from '#domain/setting-defaults.ts';
import { IDENTITY_FIELD_NAMES } from '#protocol/identity-wire.ts';
import { invalidField, type Outcome, refusedField } from '../outcome.ts';
import type { Settings } from '../site/settings.ts';

/** What a field takes, for refusals. */
const TAKES = {
  name: `a name of ${NAME_LENGTH_MIN} to ${NAME_LENGTH_MAX} letters`,
  country: 'a country of area_list',
  birthday: `a day as YYYY-MM-DD, ${AGE_MIN} years ago or more`,
  document: '1 (ID card) or 2 (passport)',
  number: `${NUMBER_LENGTH_MIN} to ${NUMBER_LENGTH_MAX} letters and digits`,
  ssn: `${NUMBER_LENGTH_MIN} to ${SSN_LENGTH_MAX} letters and digits`,
  front: 'a photo that you sent, none of them twice',
  back: 'a photo that you sent, none of them twice',
  hand: 'a photo that you sent, none of them twice',
} as const;

/** On its field, with what the field takes. */
export function identityRefusal({ part, why }: IdentityProblem): Outcome<never> {
  const field = { field: IDENTITY_FIELD_NAMES[part], value: '', allowed: TAKES[part] };
  if (why === 'not-served') return refusedField('countryNotServed', field);
  return (why === 'too-young' ? { ...invalidField(field), message: 'tooYoung' } : invalidField(field)) as Outcome<never>;
}

/** What is asked for beside what everybody is asked. */
export const askedIdentity = (settings: Settings): AskedIdentity => ({
  ssn: isOn(settings.get('is_auth_ssn')),
  hand: isOn(settings.get('is_auth_hand_pic')),
});
