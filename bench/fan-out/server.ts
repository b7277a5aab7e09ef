/**
 * The product as `npm start` runs it, with limits of its own passed in (decision D0.22): a thousand sockets come from one address here.
 * It notes when each group of ticks was committed and when each flush began, by the machine's clock, and tells both when it is asked.
 */
import type {} from '@fastify/websocket';
import { assembleServer } from '../../server/assemble-server.ts';
import { type Clock, systemClock } from '../../server/clock/clock.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { LIMITS, type Limits } from '../../server/limits/limits.ts';
import { createLog } from '../../server/log.ts';
import type { ServerReport } from './fan-out-plan.ts';

const FREE = { perSecond: 1e6, burst: 1e6 };
const SOCKETS_MAX = 2_000;
const limits: Limits = {
  ...LIMITS,
  rest: { ...LIMITS.rest, all: FREE },
  http: { ...LIMITS.http, connectionsPerNetwork: SOCKETS_MAX },
  // A slow reader stays slow for as long as the bench measures what that costs the others.
  socket: { ...LIMITS.socket, rate: FREE, connects: FREE, perNetwork: SOCKETS_MAX, closeAboveBytes: 1e9, closeBlockedAfterMs: 1e9 },
};

const commits: [lastSeq: number, atMs: number][] = [];
const flushes: [lastSeq: number, atMs: number][] = [];
let lastSeq = 0;
/** Its own date is a Wednesday afternoon: with every market open a flush costs on each day of the week what it costs on a working day. */
const WEEKDAY = 3;
const HOUR_UTC = 15;
const startDate = new Date();
const wednesdayMs = new Date(startDate).setUTCDate(startDate.getUTCDate() - ((startDate.getUTCDay() - WEEKDAY + 7) % 7));
const aheadMs = new Date(wednesdayMs).setUTCHours(HOUR_UTC, 0, 0, 0) - startDate.getTime();
const clock: Clock = {
  ...systemClock,
  now: () => Date.now() + aheadMs,
  every: (intervalMs, work) => {
    if (intervalMs !== limits.socket.flushMs) return systemClock.every(intervalMs, work);
    return systemClock.every(intervalMs, () => {
      flushes.push([lastSeq, Date.now()]);
      return work();
    });
  },
};

const config = readConfig(process.env);
const db = await openDatabase({ dataDir: config.dataDir, databaseUrl: undefined, log: createLog('warn') });
const server = await assembleServer({ config, db, clock, log: createLog('warn'), limits });
server.tape.onGroup((group) => {
  lastSeq = group.lastSeq;
  commits.push([lastSeq, Date.now()]);
});
await server.start();
await server.ready();
const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });
let cpu = process.cpuUsage();
process.on('message', () => {
  const blocked = [...server.app.websocketServer.clients].filter((socket) => socket.bufferedAmount >= limits.socket.bufferedBytesMax);
  const spent = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  const cpuMs = (spent.user + spent.system) / 1_000;
  const report: ServerReport = { commits: commits.splice(0), flushes: flushes.splice(0), blocked: blocked.length, cpuMs };
  process.send?.(report);
});
process.on('SIGTERM', async () => {
  await server.stop();
  await db.close();
  process.exit(0);
});
