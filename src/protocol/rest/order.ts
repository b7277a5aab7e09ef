/** What makes the outcome of a money call known and final (decision D0.11). */
import * as v from 'valibot';
import { ClientId } from './fields.ts';

export const ClientIdQuery = v.object({ client_id: ClientId });
/** `reply` is the whole stored envelope (code, msg, data) of the first answer. */
export const StoredReply = v.object({ code: v.number(), msg: v.string(), data: v.unknown() });
export const ByClientIdReply = v.object({ state: v.picklist(['done', 'unknown']), reply: v.nullable(StoredReply) });
export type ByClientIdReply = v.InferOutput<typeof ByClientIdReply>;
