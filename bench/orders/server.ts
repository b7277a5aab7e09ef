/**
 * The product as `npm start` runs it, except for the limits on what one client may do: they are passed in (decision D0.22), since a
 * load comes from one address. Built by `build-server.ts` in the way the product is.
 */
import { assembleServer } from '../../server/assemble-server.ts';
import { systemClock } from '../../server/clock/clock.ts';
import { readConfig } from '../../server/config.ts';
import type { Db } from '../../server/database/database.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { LIMITS, type Limits } from '../../server/limits/limits.ts';
import { createLog } from '../../server/log.ts';

const FREE = { perSecond: 1e6, burst: 1e6 };
/** Calls at once: everybody's come from one address here. */
const WAITING_MAX = 10_000;
const free = { all: FREE, list: FREE, submit: FREE, close: FREE, createDemo: FREE, waitingMax: WAITING_MAX };
const limits: Limits = { ...LIMITS, rest: { ...LIMITS.rest, ...free }, http: { ...LIMITS.http, connectionsPerNetwork: WAITING_MAX } };

/** This order, counted from the start, is answered and then rolled back, as by a server that answers before its commit. */
const LOST_ORDER = 5;

class Lost extends Error {
  readonly answer: unknown;
  constructor(answer: unknown) {
    super('lost on purpose');
    this.answer = answer;
  }
}

function forgetful(db: Db): Db {
  let count = 0;
  return {
    ...db,
    async transaction<T>(work: (trx: never) => Promise<T>): Promise<T> {
      try {
        return await db.transaction(async (trx) => {
          const answer = await work(trx as never);
          if ((answer as { message?: string } | undefined)?.message === 'orderPlaced' && ++count === LOST_ORDER) throw new Lost(answer);
          return answer;
        });
      } catch (error) {
        if (error instanceof Lost) return error.answer as T;
        throw error;
      }
    },
  } as Db;
}

const config = readConfig(process.env);
const log = createLog('warn');
const opened = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log });
const db = process.env.BENCH_BROKEN ? forgetful(opened) : opened;
const server = await assembleServer({ config, db, clock: systemClock, log, limits });
await server.start();
await server.ready();
process.stdout.write(`ready ${await server.app.listen({ host: '127.0.0.1', port: config.port })}\n`);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1_000);
});
process.on('SIGTERM', async () => {
  await server.stop();
  await opened.close();
  process.exit(0);
});
