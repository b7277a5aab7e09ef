/** What a test asks of a running server's operations, over the socket in its folder: what the operator can do, and the letters of the demo. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FLAGS } from '#domain/flags.ts';

type Where = { readonly dataDir: string; readonly port: number };
type Asked = { readonly path: string; readonly headers?: Record<string, string>; readonly body?: string };

/** The text of the answer; with a body it is a POST. */
export const askOperations = ({ dataDir, port }: Where, { path, headers = {}, body }: Asked): Promise<string> =>
  new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const socketPath = join(dataDir, `operations-${port}.sock`);
    const call = request({ socketPath, method, path, headers: { host: 'localhost', ...headers } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => {
        text += chunk;
      });
      reply.on('end', () => resolve(text));
    });
    call.on('error', reject);
    call.end(body);
  });

/** Runs a command of the operator, as `npm run operator` does, and gives what it prints. Throws that where it is refused. */
export async function operate(where: Where, command: string, ...words: string[]): Promise<readonly string[]> {
  const body = JSON.stringify({ command, words, actor: 'tester', reason: 'a test' });
  const key = readFileSync(join(where.dataDir, 'operator.key'), 'utf8').trim();
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), 'x-operator-key': key };
  const answer = JSON.parse(await askOperations(where, { path: '/operator', headers, body })) as { isGood: boolean; lines: string[] };
  if (!answer.isGood) throw new Error(`${command}: ${answer.lines.join(' ')}`);
  return answer.lines;
}

/** Makes settings as an operator does, flags among them: '1' or '0'. */
export async function change(where: Where, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    if (isFlag(name)) await operate(where, 'flag', name, value === '1' ? 'on' : 'off');
    else await operate(where, 'setting', name, value);
  }
}
const isFlag = (name: string): boolean => (FLAGS as readonly string[]).includes(name);

/** The text of the newest letter of a template to an address, once it is written. */
async function sentText(where: Where, to: string, template: string): Promise<string> {
  let found: string | undefined;
  const look = async () => {
    const text = await askOperations(where, { path: `/api/dev/outbox?to=${encodeURIComponent(to)}` });
    const { letters } = JSON.parse(text) as { letters: { template: string; text: string }[] };
    found = letters.find((letter) => letter.template === template)?.text;
    return found;
  };
  await expect.poll(look, { timeout: 20_000 }).toBeDefined();
  return found ?? '';
}

/** The six digits in the newest letter of a template to an address, once it is written. */
export async function sentCode(where: Where, to: string, template: string): Promise<string> {
  const code = (await sentText(where, to, template)).match(/\b\d{6}\b/)?.[0];
  expect(code).toMatch(/^\d{6}$/);
  return code ?? '';
}

/** The link in such a letter; `undefined` where it has none. */
export const sentLink = async (where: Where, to: string, template: string): Promise<string | undefined> =>
  (await sentText(where, to, template)).match(/https?:\/\/\S+/)?.[0];
