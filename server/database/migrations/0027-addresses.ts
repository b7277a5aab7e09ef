/** Changes of the addresses of an account, which "not me" links take back; numbers without the trunk 0 behind their calling code (D9.300 to D9.302). */
import { CALLING_CODES_OF_ONE, CALLING_CODES_OF_TWO, ZERO_BELONGS } from '../../users/phone-number.ts';
import type { Migration } from './migration.ts';

const quoted = (codes: readonly string[]): string => codes.map((code) => `'${code}'`).join(', ');

/** '+490151…' becomes '+49151…' where nobody has that number; `which`: the calling codes of a length that are meant. */
function withoutTrunkZero(length: number, which: string): string {
  const code = `substr(mobile, 2, ${length})`;
  const plain = `substr(mobile, 1, ${length + 1}) || substr(mobile, ${length + 3})`;
  return `update "user" set mobile = ${plain} where substr(mobile, ${length + 2}, 1) = '0' and substr(mobile, ${length + 3}, 1) <> '0'
    and length(mobile) >= 9 and ${code} not in (${quoted(ZERO_BELONGS)}) and ${which}
    and not exists (select 1 from "user" other where other.mobile = ${plain.replaceAll('mobile', '"user".mobile')})`;
}

export const addresses: Migration = {
  number: 27,
  name: 'addresses',
  statements(dialect) {
    const isSqlite = dialect === 'sqlite';
    const int = isSqlite ? 'integer' : 'bigint';
    const id = isSqlite ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key';
    const options = isSqlite ? ' strict' : '';
    const one = `substr(mobile, 2, 1) in (${quoted(CALLING_CODES_OF_ONE)})`;
    const two = `substr(mobile, 2, 2) in (${quoted(CALLING_CODES_OF_TWO)})`;
    return [
      `create table address_change (id ${id}, user_id ${int} not null references "user" (id), kind text not null check (kind in ('email', 'phone')),
       former text, changed_at ${int} not null)${options}`,
      'create index address_change_owner on address_change (user_id, id)',
      'create index address_change_age on address_change (changed_at)',
      `alter table not_me add column undoes ${int}`,
      withoutTrunkZero(1, one),
      withoutTrunkZero(2, two),
      withoutTrunkZero(3, `not ${one} and not ${two}`),
    ];
  },
};
