/**
 * Reads the parameters of a call (decision D9.14): only declared names are looked at, each at most once, as text or as a plain JSON
 * number; everything else is one `FieldProblem` that names the field. Nothing here throws on input.
 */
import * as v from 'valibot';
import type { FieldProblem } from '#protocol/errors.ts';
import { AskedTime } from '#protocol/rest/fields.ts';

type Source = Readonly<Record<string, unknown>>;
type Read =
  | { readonly input: Record<string, unknown>; readonly t: string | undefined; readonly withOutbox: boolean }
  | { readonly problem: FieldProblem };

/** What any call may carry beside its own fields: what tells it from a repeat, and the request for the number of the person's newest event. */
const FIELDS_OF_ALL = ['t', 'outbox'];

/** Names that must never travel where logs and proxies see them (security S26). */
const NEVER_IN_QUERY = ['token', 'authorization'];

/** Picks the declared names out of query and body and checks them. `body` is undefined for a GET. */
export function readInput(schema: v.ObjectSchema<v.ObjectEntries, undefined>, query: Source, body: unknown): Read {
  for (const name of NEVER_IN_QUERY) {
    if (query[name] !== undefined) return { problem: { field: name, value: '', allowed: 'the authorization header only' } };
  }
  if (body !== undefined && body !== null && !isPlainObject(body)) {
    return { problem: { field: 'body', value: kindOf(body), allowed: 'an object of fields' } };
  }
  const fields: Source = isPlainObject(body) ? body : {};
  const picked: Record<string, string> = {};
  for (const name of [...Object.keys(schema.entries), ...FIELDS_OF_ALL]) {
    const text = pick(name, query, fields);
    if (text === undefined) continue;
    if (typeof text !== 'string') return { problem: text };
    picked[name] = text;
  }
  const { t, outbox, ...rest } = picked;
  if (outbox !== undefined && outbox !== '1') return { problem: { field: 'outbox', value: shorten(outbox), allowed: '1, or nothing' } };
  // `t` may be declared by a schema of its own; the picked value is then checked there too.
  const result = v.safeParse(schema, Object.hasOwn(schema.entries, 't') ? picked : rest);
  // Only a time can tell a repeated call from a new one.
  const time = t !== undefined && v.is(AskedTime, t) ? t : undefined;
  return result.success
    ? { input: result.output, t: time, withOutbox: outbox !== undefined }
    : { problem: problemOf(result.issues[0], picked) };
}

/** The text of a name, nothing, or what is wrong with how it came. */
function pick(name: string, query: Source, body: Source): string | undefined | FieldProblem {
  const inQuery = Object.hasOwn(query, name) ? query[name] : undefined;
  const inBody = Object.hasOwn(body, name) ? body[name] : undefined;
  if (inQuery !== undefined && inBody !== undefined)
    return { field: name, value: 'twice', allowed: 'one value, in the query or in the body' };
  const value = inQuery ?? inBody;
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value.includes('\0') ? { field: name, value: '', allowed: 'text without U+0000' } : value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return { field: name, value: 'several values', allowed: 'one value' };
  return { field: name, value: kindOf(value), allowed: 'text or a number' };
}

function problemOf(issue: v.BaseIssue<unknown>, picked: Readonly<Record<string, string>>): FieldProblem {
  const field = String(issue.path?.[0]?.key ?? 'body');
  const value = picked[field];
  const isSecret = /password|demo_id|device|sms_code|auth_code|current|factor|card_id|ssn/.test(field);
  return { field, value: isSecret ? '' : shorten(value ?? ''), allowed: value === undefined ? `${field} is required` : allowedBy(issue) };
}

/** What the broken rule takes, in words; valibot's own text would show the value. A form has its words beside it (`written`). */
function allowedBy(issue: v.BaseIssue<unknown>): string {
  if (CHOICES.includes(issue.type)) return choiceInWords(issue.expected ?? '');
  if (issue.type === 'min_length') return issue.requirement === 1 ? 'some text' : `at least ${String(issue.requirement)} characters`;
  if (issue.type === 'max_length') return `at most ${String(issue.requirement)} characters`;
  if (issue.type === 'regex') return issue.message;
  return issue.expected ?? 'another value';
}

/** Rules that say `("6m" | "1y")`, or `((1 | 2) | ("1" | "2"))`, of what they take. */
const CHOICES: readonly string[] = ['picklist', 'literal', 'union'];
/** More numbers than that in a row are said by the first and the last. */
const NUMBERS_SAID_MAX = 12;

function choiceInWords(expected: string): string {
  const choices = [...new Set(expected.replace(/[()"]/g, '').split(' | '))].map((choice) => choice || 'nothing');
  const [first = '', last = ''] = [choices[0], choices.at(-1)];
  const isRun = choices.length > NUMBERS_SAID_MAX && choices.every((choice, at) => Number(choice) === Number(first) + at);
  if (isRun) return `a whole number from ${first} to ${last}`;
  return choices.length === 1 ? first : `${choices.slice(0, -1).join(', ')} or ${last}`;
}

const shorten = (text: string): string => text.slice(0, 64);
const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value);
const isPlainObject = (value: unknown): value is Source => typeof value === 'object' && value !== null && !Array.isArray(value);
