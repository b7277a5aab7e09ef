/** Asks a server at a steady pace whether it is up. */
import { Agent, get } from 'node:http';
import { assertOutput } from '../lib/bench.ts';

/** At this pace, however late the answers are: a stall then costs every request that falls into it, as it does its askers. */
const ASK_EVERY_MS = 5;
/** Each request comes from another network of a range, so that none has emptied its bucket; each that connects by itself keeps its connections. */
const NETWORKS = { proxied: 254, direct: 8 };
let asked = 0;

/** ms from the moment at which the answer was asked for to its last byte. */
function healthMs(url: string, agent: Agent, isDirect: boolean): Promise<number> {
  const at = 1 + (asked++ % NETWORKS[isDirect ? 'direct' : 'proxied']);
  const from = isDirect ? { localAddress: `127.8.0.${at}` } : { headers: { 'x-forwarded-for': `198.51.100.${at}` } };
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent, ...from }, (reply) => {
      reply.resume();
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - startMs);
        else reject(new Error(`/healthz answered ${reply.statusCode}`));
      });
    }).on('error', reject);
  });
}

/**
 * Times of all answers asked for until `work` is done, ms, in the order in which they were asked for. `isDirect`: by connections of their own
 * from addresses of loopback, in place of those of a proxy.
 */
export async function watchHealth(url: string, work: Promise<unknown>, isDirect = false): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<number | Error>[] = [];
  const ask = () => answers.push(healthMs(url, agent, isDirect).catch((error: Error) => error));
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
