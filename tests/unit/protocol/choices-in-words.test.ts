/** What a refusal says of a choice: words, not the notation of the schema's library. */
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { SendCodeForm } from '#protocol/rest/credentials.ts';
import { LoginForm } from '#protocol/rest/user.ts';
import { readInput } from '#server/routes/read-input.ts';

const allowed = (schema: v.ObjectSchema<v.ObjectEntries, undefined>, fields: Record<string, string>): string | undefined => {
  const read = readInput(schema, {}, fields);
  return 'problem' in read ? read.problem.allowed : undefined;
};
const days = v.picklist(Array.from({ length: 30 }, (_, at) => String(at + 1)));

it.each([
  [LoginForm, { account: 'a', password: 'b', login_type: 'fax' }, 'email or phone'],
  [SendCodeForm, { to: 'a@example.com', type: '7' }, '1, 2 or 3'],
  [v.object({ period: v.picklist(['6m', '1y', '5y', 'forever']) }), { period: '2y' }, '6m, 1y, 5y or forever'],
  [v.object({ days }), { days: '31' }, 'a whole number from 1 to 30'],
  [v.object({ day: v.literal('1') }), { day: '2' }, '1'],
  [v.object({ by: v.union([v.literal(''), v.literal('x')]) }), { by: 'y' }, 'nothing or x'],
])('D9.310 a choice is said in words (%#)', (schema, fields, words) => {
  expect(allowed(schema as v.ObjectSchema<v.ObjectEntries, undefined>, fields)).toBe(words);
});
