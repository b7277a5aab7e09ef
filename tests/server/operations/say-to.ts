/** The operator of a started server says something, as the command line does. */
import { OPERATOR_KEY_HEADER, OPERATOR_PATH } from '#server/operations/operator-call.ts';
import { readOperatorKey } from '#server/operations/operator-key.ts';
import type { StartedApp } from '../start-app.ts';

export type Call = { command: string; words?: string[]; actor?: string; reason?: string };
export type Said = { status: number; isGood: boolean; lines: string[] };

export async function sayTo(
  { server, dataDir }: StartedApp,
  { command, words = [], actor = 'ada', reason = '' }: Call,
  headers: Record<string, string> = {},
): Promise<Said> {
  const key = (await readOperatorKey(dataDir)) ?? '';
  const reply = await server.operations.inject({
    ...{ method: 'POST', url: OPERATOR_PATH, payload: { command, words, actor, reason } },
    headers: { host: 'localhost', [OPERATOR_KEY_HEADER]: key, ...headers },
  });
  const said: Omit<Said, 'status'> = reply.json();
  return { status: reply.statusCode, ...said };
}
