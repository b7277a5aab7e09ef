/**
 * Reads what a client sends over the socket. Anything that is not a known message is dropped under a reason, never thrown; of a subscription to a
 * topic that can be read what is wrong is told, since somebody waits for its answer (decision D9.341).
 */
import * as v from 'valibot';
import { PERIODS } from '#domain/period-table.ts';
import type { FieldProblem } from '#protocol/errors.ts';
import { CLIENT_FRAME_BYTES_MAX, type ClientMessage } from '#protocol/socket.ts';

type DropReason = 'binary' | 'size' | 'json' | 'depth' | 'type' | 'fields';
/** A subscription that cannot be had as it was asked for, and why. */
export type BadSubscription = { readonly topic: string; readonly id: number | undefined; readonly problem: FieldProblem };
type ReadMessage =
  | { readonly message: ClientMessage }
  | { readonly dropped: DropReason }
  | { readonly dropped: 'fields'; readonly refused: BadSubscription };

/** Names in one `symbols` list: more than every product of the demo. */
const SYMBOLS_MAX = 200;
const SYMBOL_LENGTH_MAX = 32;
const EPOCH_LENGTH_MAX = 32;
/** A checkpoint with a line for each of a dozen witnesses. */
const NOTE_LENGTH_MAX = 2_000;
/** The slowest pace of pushes that may be asked for. */
const PACE_MS_MAX = 60_000;

/** Letters of a value that is said again to who sent it. */
const SAID_LENGTH_MAX = 64;

const Id = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const Topic = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const Seq = Id;
const PERIOD_NAMES = PERIODS.map(({ name }) => name);
const Profile = v.optional(v.pipe(v.string(), v.maxLength(32)));
const Message = v.variant('type', [
  v.object({
    type: v.literal('hello'),
    v: v.literal(2),
    lang: v.optional(v.pipe(v.string(), v.maxLength(16)), ''),
    profile: Profile,
    id: Id,
  }),
  v.object({ type: v.literal('login'), token: v.pipe(v.string(), v.maxLength(256)), id: Id }),
  v.object({ type: v.literal('logout') }),
  v.object({
    type: v.literal('sub'),
    topic: Topic,
    id: Id,
    period: v.optional(v.picklist(PERIOD_NAMES)),
    symbols: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(SYMBOL_LENGTH_MAX))), v.maxLength(SYMBOLS_MAX))),
    epoch: v.optional(v.pipe(v.string(), v.maxLength(EPOCH_LENGTH_MAX))),
    seq: Seq,
    t: Seq,
    pace: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(PACE_MS_MAX))),
    note: v.optional(v.pipe(v.string(), v.maxLength(NOTE_LENGTH_MAX))),
  }),
  v.object({ type: v.literal('unsub'), topic: Topic }),
  v.object({ type: v.literal('ping'), id: Id, c: v.optional(v.pipe(v.number(), v.finite())) }),
]);
type SubField = Exclude<keyof Extract<ClientMessage, { type: 'sub' }>, 'type' | 'topic'>;
const WHOLE = 'a whole number from 0 on';
/** What each field of a subscription takes, in words. */
const TAKES: Readonly<Record<SubField, string>> = {
  id: WHOLE,
  period: PERIOD_NAMES.join(', '),
  symbols: `a list of at most ${SYMBOLS_MAX} names of at most ${SYMBOL_LENGTH_MAX} characters`,
  epoch: `text of at most ${EPOCH_LENGTH_MAX} characters`,
  seq: WHOLE,
  t: WHOLE,
  pace: `a whole number from 0 to ${PACE_MS_MAX}`,
  note: `text of at most ${NOTE_LENGTH_MAX} characters`,
};
const TYPES: readonly unknown[] = Message.options.map((option) => option.entries.type.literal);

/** Takes the text of a frame; the bare word `ping` is a ping (DW.01). */
export function readClientMessage(text: string, depthMax: number): ReadMessage {
  if (text === 'ping') return { message: { type: 'ping' } };
  if (text.length > CLIENT_FRAME_BYTES_MAX) return { dropped: 'size' };
  if (depthOf(text) > depthMax) return { dropped: 'depth' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { dropped: 'json' };
  }
  if (typeof value !== 'object' || value === null || !TYPES.includes((value as { type?: unknown }).type)) return { dropped: 'type' };
  const result = v.safeParse(Message, value);
  if (result.success) return { message: result.output as ClientMessage };
  const refused = badSubscription(value as Fields, String(result.issues[0].path?.[0]?.key));
  return refused ? { dropped: 'fields', refused } : { dropped: 'fields' };
}

type Fields = Readonly<Record<string, unknown>>;

/** Undefined for what is no subscription to a topic that can be named: nobody could tell what its answer is about. */
function badSubscription({ type, topic, id, ...fields }: Fields, field: string): BadSubscription | undefined {
  if (type !== 'sub' || !v.is(Topic, topic) || !(field in TAKES)) return undefined;
  const value = field === 'id' ? id : fields[field];
  const said = typeof value === 'string' ? value : JSON.stringify(value);
  return {
    topic,
    id: v.is(Id, id) ? id : undefined,
    problem: { field, value: said.slice(0, SAID_LENGTH_MAX), allowed: TAKES[field as SubField] },
  };
}

/** Deepest nesting of brackets outside of texts, without building anything. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isText) {
      if (char === '\\') at++;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}
