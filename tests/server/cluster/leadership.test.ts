import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '#server/clock/clock.ts';
import { NotLeadingError } from '#server/cluster/fenced-db.ts';
import { createLeadership, type Leadership } from '#server/cluster/leadership.ts';
import { startAlone } from '#server/cluster/start-alone.ts';
import type { Db } from '#server/database/database.ts';
import { silentLog } from '#server/log.ts';
import { readFact, writeFact } from '#server/repositories/fact-repository.ts';
import { TERM_FACT } from '#server/repositories/term-repository.ts';
import { eachDatabase } from '../each-database.ts';
import { type NodeClock, nodeClock } from './node-clock.ts';

/** A takeover within this is what the issue asks for. */
const TAKEOVER_MS_MAX = 2_000;

/** Polls, with patience for a busy machine. */
const soon = <T>(read: () => T) => expect.poll(read, { interval: 5, timeout: 10_000 });

type Node = { readonly leadership: Leadership; readonly clock: NodeClock; readonly roles: string[]; readonly db: Db };
const nodes: Node[] = [];
afterEach(async () => {
  for (const { leadership, clock } of nodes.splice(0)) {
    clock.thaw();
    await leadership.stop();
  }
});

async function start(db: Db): Promise<Node> {
  const clock = nodeClock();
  const roles: string[] = [];
  const leadership = createLeadership({ db, clock, log: silentLog });
  const node = { leadership, clock, roles, db };
  nodes.push(node);
  await leadership.start({ lead: async () => void roles.push('lead'), follow: async () => void roles.push('follow') });
  return node;
}

const write = ({ leadership, db }: Node, key: string): Promise<void> =>
  (leadership.leaderDb ?? db).transaction((trx) => writeFact(trx, key, 'written'));

/** Ends the connection that holds the lead in this database, as the machine does when a process is killed. */
const cutLeader = (db: Db) =>
  sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and classid::bigint = 7170043
      and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()`.execute(db.kysely);

eachDatabase('leadership', (open, dialect) => {
  if (dialect === 'sqlite') {
    it('the one process of a SQLite database leads from its start', async () => {
      const node = await start(await open());
      expect([node.leadership.isLeader(), node.roles]).toEqual([true, ['lead']]);
      await write(node, 'a');
      expect(await readFact(node.db.kysely, 'a')).toBe('written');
    });
    return;
  }

  it('one of several nodes leads, and only it can write what a leader writes', async () => {
    const db = await open();
    const all = [await start(db), await start(await open({ again: db })), await start(await open({ again: db }))];
    expect(all.map(({ leadership }) => leadership.isLeader())).toEqual([true, false, false]);
    expect(all.map(({ roles }) => roles)).toEqual([['lead'], ['follow'], ['follow']]);
    await write(all[0] as Node, 'leader');
    await expect(write(all[1] as Node, 'follower')).rejects.toThrow(NotLeadingError);
    expect([await readFact(db.kysely, 'leader'), await readFact(db.kysely, 'follower')]).toEqual(['written', undefined]);
  });

  it('markets in two schemas of one database have a leader each', async () => {
    const both = [await start(await open()), await start(await open())];
    expect(both.map(({ leadership }) => leadership.isLeader())).toEqual([true, true]);
  });

  it('a leader whose connection is cut stops at once, and another leads within two seconds', async () => {
    const db = await open();
    const first = await start(db);
    const second = await start(await open({ again: db }));
    for (const [leader, follower] of [
      [first, second],
      [second, first],
      [first, second],
    ] as const) {
      leader.clock.freeze();
      const cutAtMs = performance.now();
      await cutLeader(follower.db);
      await soon(() => follower.leadership.isLeader()).toBe(true);
      expect(performance.now() - cutAtMs).toBeLessThan(TAKEOVER_MS_MAX);
      await soon(() => leader.leadership.isLeader()).toBe(false);
      await soon(() => leader.roles.at(-1)).toBe('follow');
      leader.clock.thaw();
    }
    expect(first.roles).toEqual(['lead', 'follow', 'lead', 'follow']);
    expect(await readFact(db.kysely, TERM_FACT)).toBe('4');
  });

  it('a node that stops gives its lead to another at once', async () => {
    const db = await open();
    const first = await start(db);
    const second = await start(await open({ again: db }));
    await first.leadership.stop();
    const stoppedAtMs = performance.now();
    await soon(() => second.leadership.isLeader()).toBe(true);
    expect(performance.now() - stoppedAtMs).toBeLessThan(TAKEOVER_MS_MAX);
  });

  it('a leader that is frozen loses its lead, and finds it out before it writes', async () => {
    const db = await open();
    const frozen = await start(db);
    const other = await start(await open({ again: db }));
    frozen.clock.freeze();
    await soon(() => other.leadership.isLeader()).toBe(true);
    await expect(write(frozen, 'frozen')).rejects.toThrow(NotLeadingError);
    expect(await readFact(db.kysely, 'frozen')).toBeUndefined();
  });

  it('fencing: a node that has not noticed that another leads can write nothing', async () => {
    const db = await open();
    const node = await start(db);
    await write(node, 'before');
    // As when a successor took over while this node was cut off.
    await db.transaction((trx) => writeFact(trx, TERM_FACT, '7'));
    expect(node.leadership.isLeader()).toBe(true);
    node.clock.freeze();
    await expect(write(node, 'after')).rejects.toThrow(NotLeadingError);
    expect(node.leadership.isLeader()).toBe(false);
    expect(await readFact(db.kysely, 'after')).toBeUndefined();
    await soon(() => node.roles).toEqual(['lead', 'follow']);
  });

  it('a successor waits for what its predecessor is committing', async () => {
    const db = await open();
    const first = await start(db);
    const second = await start(await open({ again: db }));
    let commit: () => void = () => {};
    const isFree = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let hasBegun = false;
    const writing = first.leadership.leaderDb?.transaction(async (trx) => {
      hasBegun = true;
      await isFree;
      await writeFact(trx, 'late', 'written');
    });
    await soon(() => hasBegun).toBe(true);
    first.clock.freeze();
    await cutLeader(second.db);
    await soon(() => first.leadership.isLeader()).toBe(false);
    const waiting = () =>
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'insert into fact%'`.execute(second.db.kysely);
    await soon(async () => (await waiting()).rows.length).toBe(1);
    expect(second.leadership.isLeader()).toBe(false);
    commit();
    await writing;
    await soon(() => second.leadership.isLeader()).toBe(true);
    expect(await readFact(db.kysely, 'late')).toBe('written');
  });

  it('nodes that start at once are put together one after another', async () => {
    const db = await open();
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await systemClock.sleep(20);
      inside--;
    };
    await Promise.all(Array.from({ length: 4 }, () => startAlone({ db, clock: systemClock }, work)));
    expect(most).toBe(1);
  });
});
