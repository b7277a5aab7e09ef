/** Asks a server at a steady pace whether it is up. */
import { Agent, get } from 'node:http';
import { assertOutput } from '../lib/bench.ts';

/** At this pace, however late the answers are: a stall then costs every request that falls into it, as it does its askers. */
const ASK_EVERY_MS = 5;
/** Each request comes from another network of this range, so that none has emptied its bucket. */
const NETWORKS = 254;
let asked = 0;

/** ms from the moment at which the answer was asked for to its last byte. */
function healthMs(url: string, agent: Agent): Promise<number> {
  const headers = { 'x-forwarded-for': `198.51.100.${1 + (asked++ % NETWORKS)}` };
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent, headers }, (reply) => {
      reply.resume();
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - startMs);
        else reject(new Error(`/healthz answered ${reply.statusCode}`));
      });
    }).on('error', reject);
  });
}

/** Times of all answers asked for until `work` is done, ms, in the order in which they were asked for. */
export async function watchHealth(url: string, work: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<number | Error>[] = [];
  const ask = () => answers.push(healthMs(url, agent).catch((error: Error) => error));
  ask();
  const timer = setInterval(ask, ASK_EVERY_MS);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  const times = await Promise.all(answers);
  agent.destroy();
  return times.map((time) => {
    assertOutput(typeof time === 'number', String(time));
    return time;
  });
}
