/** The address that a code is asked for, brought to its one form, or what is wrong with it. Nothing here depends on whether an account has it. */

import type * as v from 'valibot';
import { normalEmail } from '#domain/credentials.ts';
import type { AccountKind } from '#domain/registration.ts';
import { isRefusedNumber } from '#domain/served-countries.ts';
import type { SendCodeForm } from '#protocol/rest/credentials.ts';
import type { Db } from '../database/database.ts';
import { invalidField, type Outcome, refused } from '../outcome.ts';
import { areaById } from '../repositories/site-repository.ts';
import { normalMobile } from '../users/login-name.ts';

type Asked = Pick<v.InferOutput<typeof SendCodeForm>, 'to' | 'area_id'>;

export const codeTarget = async (db: Db, kind: AccountKind, asked: Asked): Promise<string | Outcome> =>
  kind === 'email' ? emailTarget(asked) : phoneTarget(db, asked);

const emailTarget = ({ to }: Asked): string | Outcome =>
  normalEmail(to) ?? invalidField({ field: 'to', value: to, allowed: 'an e-mail address' });

/** Bare digits behind the prefix of their area, or a number that has its own. */
async function phoneTarget(db: Db, { to, area_id }: Asked): Promise<string | Outcome> {
  const isWhole = to.trim().startsWith('+');
  const area = isWhole ? undefined : /^[1-9]\d{0,8}$/.test(String(area_id)) ? await areaById(db.kysely, Number(area_id)) : undefined;
  if (!isWhole && !area) return invalidField({ field: 'area_id', value: String(area_id), allowed: 'an id of area_list' });
  const mobile = normalMobile(`${area?.global_code ?? ''}${to}`);
  if (mobile === undefined) return invalidField({ field: 'to', value: to, allowed: 'the digits of a phone number' });
  return isRefusedNumber(mobile) ? refused('countryNotServed') : mobile;
}
