/** The key under which the answer of a money call is stored, and the hash of what was asked (decision D0.11). */
import { createHash } from 'node:crypto';
import type { RequestKey } from '../trading/trading.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `client_id` names the call; without it only a GET that carries `t` can be told from its repeat, byte for byte. */
export function requestKey(call: {
  method: string;
  path: string;
  input: Readonly<Record<string, unknown>>;
  t: string | undefined;
  withOutbox?: boolean;
}): RequestKey {
  const { client_id: clientId, ...fields } = call.input;
  const asked = JSON.stringify([call.path, Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))]);
  const rest = { requestHash: sha256(asked), ...(call.withOutbox ? { withOutbox: true } : {}) };
  if (typeof clientId === 'string') return { key: clientId.toLowerCase(), ...rest };
  if (call.method === 'GET' && call.t !== undefined) return { key: `get:${sha256(`${asked} ${call.t}`)}`, ...rest };
  return { key: undefined, ...rest };
}
