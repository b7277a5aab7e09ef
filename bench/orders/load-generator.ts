/** The load, in a process of its own: many people log in, then each connection sends market orders one after the other until the time is over. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HttpLine } from './http-line.ts';
import { type Acknowledged, type LoadPlan, type LoadReport, TRADING } from './load-plan.ts';

const plan = JSON.parse(readFileSync(0, 'utf8')) as LoadPlan;
type Person = { readonly id: number; readonly token: string };
type Answer<T> = { readonly code: number; readonly data: T };

async function enter(line: HttpLine): Promise<Person> {
  const made = JSON.parse(await line.call('POST', '/api/user/createAccountDemoForU')) as Answer<{ demo_id: string }>;
  const body = `demo_id=${made.data.demo_id}`;
  const login = JSON.parse(await line.call('POST', '/api/user/loginDemoForU', '', body)) as Answer<{
    token: string;
    user: { id: number };
  }>;
  return { id: login.data.user.id, token: login.data.token };
}

const lines = await Promise.all(Array.from({ length: plan.connections }, () => HttpLine.open(plan.url)));
const people = await Promise.all(
  lines.map(async (line) => {
    const own: Person[] = [];
    while (own.length < Math.ceil(plan.users / lines.length)) own.push(await enter(line));
    return own;
  }),
);

process.stdout.write(`${TRADING}\n`);
const acknowledged: Acknowledged[] = [];
const latencies: number[] = [];
const refused: Record<string, number> = {};
let sample = '';
const cpu = process.cpuUsage();
const startMs = performance.now();
const endMs = startMs + plan.durationMs;

async function trade(line: HttpLine, own: readonly Person[]): Promise<void> {
  for (let turn = 0; performance.now() < endMs; turn++) {
    const person = own[turn % own.length] as Person;
    const clientId = randomUUID();
    const side = (turn % 2) + 1;
    const body = `type=${side}&cont=0.1&forex_id=${plan.productId}&status=1&multiple=500&client_id=${clientId}`;
    const sentMs = performance.now();
    const text = await line.call('POST', '/v2/api/forex/submit', person.token, body);
    latencies.push(performance.now() - sentMs);
    const answer = JSON.parse(text) as Answer<{ Id: number } | null>;
    if (answer.code === 1 && answer.data) acknowledged.push({ userId: person.id, clientId, orderId: answer.data.Id });
    else refused[answer.code] = (refused[answer.code] ?? 0) + 1;
    sample = text;
  }
}

await Promise.all(lines.map((line, index) => trade(line, people[index] as Person[])));
const tookMs = performance.now() - startMs;
const { user, system } = process.cpuUsage(cpu);
for (const line of lines) line.close();
const report: LoadReport = { acknowledged, refused, tookMs, latencies, sample, cpuShare: (user + system) / 1_000 / tookMs };
process.stdout.write(JSON.stringify(report));
