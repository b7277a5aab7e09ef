/** Reads what a client sends over the socket. Anything that is not a known message is dropped under a reason, never answered, never thrown. */
import * as v from 'valibot';
import { PERIODS } from '#domain/period-table.ts';
import { CLIENT_FRAME_BYTES_MAX, type ClientMessage } from '#protocol/socket.ts';

type DropReason = 'binary' | 'size' | 'json' | 'depth' | 'type' | 'fields';
type ReadMessage = { readonly message: ClientMessage } | { readonly dropped: DropReason };

/** Names in one `symbols` list: more than every product of the demo. */
const SYMBOLS_MAX = 200;
/** A checkpoint with a line for each of a dozen witnesses. */
const NOTE_LENGTH_MAX = 2_000;
/** The slowest pace of pushes that may be asked for. */
const PACE_MS_MAX = 60_000;

const Id = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const Topic = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const Seq = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
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
    period: v.optional(v.picklist(PERIODS.map(({ name }) => name))),
    symbols: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(SYMBOLS_MAX))),
    epoch: v.optional(v.pipe(v.string(), v.maxLength(32))),
    seq: Seq,
    t: Seq,
    pace: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(PACE_MS_MAX))),
    note: v.optional(v.pipe(v.string(), v.maxLength(NOTE_LENGTH_MAX))),
  }),
  v.object({ type: v.literal('unsub'), topic: Topic }),
  v.object({ type: v.literal('ping'), id: Id, c: v.optional(v.pipe(v.number(), v.finite())) }),
]);
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
  return result.success ? { message: result.output as ClientMessage } : { dropped: 'fields' };
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
