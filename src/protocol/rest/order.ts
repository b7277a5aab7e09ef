/** What makes the outcome of a money call known and final (decision D0.11). */
import * as v from 'valibot';
import { read } from './endpoint.ts';
import { ClientId } from './fields.ts';

export const byClientIdEndpoint = read('/v2/api/order/by_client_id');
/** Not a money call itself: repeating it is harmless. */
export const voidEndpoint = { path: '/v2/api/order/void', method: 'POST', body: 'form', money: false } as const;

export const ClientIdQuery = v.object({ client_id: ClientId });
/** `reply` is the whole stored envelope (code, msg, data) of the first answer. */
export const StoredReply = v.object({ code: v.number(), msg: v.string(), data: v.unknown() });
export const ByClientIdReply = v.object({ state: v.picklist(['done', 'unknown']), reply: v.nullable(StoredReply) });
export type ByClientIdReply = v.InferOutput<typeof ByClientIdReply>;
