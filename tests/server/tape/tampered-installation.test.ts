/**
 * The past of a running installation bent by whoever has its database, and the keys of its log too, so that hashes, signatures, ledger and balances
 * are whole. Somebody always says no: the start, by the file `newest` beside the database; where that file is gone as well, the client that was there
 * before; where no block was touched, the check of the books at the start and by the command.
 */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { BLOCK_MS } from '#domain/tape/block-time.ts';
import type { Db } from '#server/database/database.ts';
import { verifyBooks } from '#server/operations/verify-books.ts';
import { eachDatabase } from '../each-database.ts';
import { SMALL_BUY } from '../operations/small-buy.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { loseNewest, putBack, save } from './installation.ts';
import { bendDeal, cutTape, rewriteTicks } from './tamper.ts';
import { WatchingClient } from './watching-client.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 2, 4, 10);
const SECONDS = 40;
const PRODUCT = 1;
/** Of a block in the second hour, before its last close. */
const REWRITTEN_FROM = 50;
const CUT_BLOCKS = 20;
/** Asked again at once, since asking moves the clock. */
const POLL = { interval: 1, timeout: 30_000 };

let running: StartedApp | undefined;
const stop = async (): Promise<void> => {
  await running?.close();
  running = undefined;
};
afterEach(stop);

async function started(db: Db, hour: number, logLines?: string[]): Promise<StartedApp> {
  running = await startApp({ db, startMs: START_MS + hour * HOUR_MS, ...(logLines && { logLines }) });
  return running;
}

/** A market of some seconds in which a person buys and closes, and a client looks. Returns the person's token. */
async function trade(db: Db, hour: number, client: WatchingClient): Promise<string> {
  const app = await started(db, hour);
  const { token } = await app.demo();
  for (let second = 0; second < SECONDS; second++) {
    await app.pushTick('EURUSD', (1.1 + (hour * SECONDS + second) / 10_000).toFixed(5));
    if (second % 10 === 7) {
      const { data } = await app.call<{ Id: number }>('/v2/api/forex/submit', SMALL_BUY, { token });
      await app.clock.advance(BLOCK_MS);
      await app.pushTick('EURUSD', (1.1 + (hour * SECONDS + second) / 9_990).toFixed(5));
      expect((await app.call('/v2/api/forex/close', { id: String(data.Id) }, { method: 'POST', token })).code).toBe(1);
    }
    await app.clock.advance(BLOCK_MS);
    if (second % 10 === 9) await client.look(app);
  }
  await client.keepDeals(app, token);
  await stop();
  return token;
}

/** In the third hour, after whatever was done to it. */
const restarted = (db: Db, logLines?: string[]): Promise<StartedApp> => started(db, 2, logLines);
const signedSize = async (app: StartedApp): Promise<number> => Number((await app.app.inject('/tape/checkpoint')).payload.split('\n')[1]);

/** The market goes on until more blocks are signed than the client had seen. */
const goOn = (app: StartedApp, client: WatchingClient): Promise<void> =>
  expect
    .poll(async () => {
      await app.clock.advance(BLOCK_MS);
      return signedSize(app);
    }, POLL)
    .toBeGreaterThan(client.size);

type Tampering = (db: Db) => Promise<unknown>;
const LOG_TAMPERINGS: readonly [what: string, tamper: Tampering, start: RegExp][] = [
  [
    'a tick and all blocks after it rewritten',
    (db) => rewriteTicks(db, REWRITTEN_FROM, PRODUCT),
    /the tape is not what was published at block \d+/,
  ],
  [
    'a deal and the ticks both',
    async (db) => {
      await rewriteTicks(db, REWRITTEN_FROM, PRODUCT);
      await bendDeal(db);
    },
    /the tape is not what was published at block \d+/,
  ],
  [
    'the last 20 blocks deleted',
    (db) => cutTape(db, CUT_BLOCKS),
    /the tape ends at block \d+, but block \d+ was published: this database is older/,
  ],
  [
    'the whole database restored from an hour ago',
    (db) => putBack(db, 'hourAgo', 'the database'),
    /the tape ends at block \d+, but block \d+ was published: this database is older/,
  ],
];

eachDatabase('a tampered installation', (openDatabase) => {
  const client = new WatchingClient();
  let db: Db;
  let token = '';
  beforeAll(async () => {
    db = await openDatabase();
    await trade(db, 0, client);
    await save(db, 'hourAgo');
    token = await trade(db, 1, client);
    await save(db, 'now');
  });

  it('untouched goes on, and its client agrees', async () => {
    await putBack(db, 'now', 'the machine');
    const app = await restarted(db);
    await client.comeBack(app);
    await goOn(app, client);
    expect(await client.history(app)).toBe('extends');
    expect(await client.contradictions(app, token)).toEqual([]);
    expect(await verifyBooks(db, { nowMs: app.clock.now(), isWhole: true })).toMatchObject({ problems: [] });
  });

  it('D9.299 whose deal was changed with entries and balances is told by the start, by the command and by its client', async () => {
    await putBack(db, 'now', 'the machine');
    await bendDeal(db);
    const logLines: string[] = [];
    const app = await restarted(db, logLines);
    const [contradiction, ...more] = await client.contradictions(app, token);
    const priceOf = (note = '') => /\nprice (.*)\n/.exec(note)?.[1];
    expect(more).toEqual([]);
    expect(priceOf(contradiction?.now)).not.toBe(priceOf(contradiction?.before));
    await app.clock.advance(BLOCK_MS);
    const { problems } = await verifyBooks(db, { nowMs: app.clock.now(), isWhole: true });
    await stop();
    expect(problems.join('\n')).toMatch(/^execution \d+ at tick \d+: filled at .*, the tick says [\d.]+$/);
    expect(logLines.join('\n')).toMatch(/execution \d+ at tick \d+: filled at/);
  });

  it.each(LOG_TAMPERINGS)('D9.299 with %s does not start', async (_what, tamper, said) => {
    await putBack(db, 'now', 'the machine');
    await tamper(db);
    await expect(restarted(db)).rejects.toThrow(said);
  });

  it.each(LOG_TAMPERINGS)('D9.299 with %s, and the file newest gone, signs nothing once its client is back', async (_what, tamper) => {
    await putBack(db, 'now', 'the machine');
    await tamper(db);
    loseNewest(db);
    const app = await restarted(db);
    const size = await signedSize(app);
    await client.comeBack(app);
    await expect.poll(async () => (await app.app.inject('/readyz')).json()).toMatchObject({ obstacles: ['tape log'] });
    for (let second = 0; second < CUT_BLOCKS; second++) await app.clock.advance(BLOCK_MS);
    expect(await signedSize(app)).toBe(size);
  });

  it.each(LOG_TAMPERINGS)(
    'D9.299 with %s, and the file newest gone, is told by its client though the server hears nobody',
    async (_what, tamper) => {
      await putBack(db, 'now', 'the machine');
      await tamper(db);
      loseNewest(db);
      const app = await restarted(db);
      // A log that is merely shorter might be a node that lags: it goes on until it has more blocks than it had.
      await goOn(app, client);
      expect(await client.history(app)).toBe('consistency');
    },
  );
});
