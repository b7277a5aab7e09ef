/** Two whole servers on one PostgreSQL, each with a clock of its own that the test moves: what a person meets on either, through a change of leader. */
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { barsBefore, type StoredBar } from '#server/repositories/candle-repository.ts';
import { putSetting } from '#server/repositories/site-repository.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import { freshSchema, type Place } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { type NodeClock, nodeClock } from './node-clock.ts';

const START_MS = Date.UTC(2026, 2, 4, 10);
const ORDER = { type: '1', cont: '10', forex_id: '1', status: '1', multiple: '500' };
const KEY = '5f0e7a52-1f7e-4d3c-9b1a-0d6a2f3c4b5e';
const POST = { method: 'POST' } as const;

type Node = StartedApp & { readonly clusterClock: NodeClock };
type Fill = { Id: number; Order: Record<string, unknown> };
type MyDeal = { data: { Id: number }[]; total: number };

const url = inject('postgresUrl');
const places: Place[] = [];
let nodes: Node[] = [];
afterEach(async () => {
  for (const node of nodes) {
    node.clusterClock.thaw();
    await node.close();
  }
  nodes = [];
});
afterAll(async () => {
  for (const place of places) await place.remove();
});

/** Two nodes whose clocks are two seconds apart; the first leads. */
async function twoNodes(fromMs = START_MS): Promise<readonly [Node, Node]> {
  const place = await freshSchema(url);
  places.push(place);
  for (const startMs of [fromMs + 2_000, fromMs]) {
    const clusterClock = nodeClock();
    nodes.push({ ...(await startApp({ databaseUrl: place.options.databaseUrl as string, startMs, clusterClock })), clusterClock });
  }
  const [first, second] = nodes as [Node, Node];
  expect(nodes.map(({ server }) => server.leadership.isLeader())).toEqual([true, false]);
  await pass(500);
  return [first, second];
}

/** Moves the time of both nodes, side by side. */
async function pass(ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 50) for (const { clock } of nodes) await clock.advance(50);
}

/** Moves both until something is so. */
const until = (isSo: () => Promise<boolean> | boolean) =>
  expect
    .poll(
      async () => {
        await pass(50);
        return isSo();
      },
      { interval: 1, timeout: 20_000 },
    )
    .toBe(true);

/**
 * The leader falls silent and its connection ends, as when its machine dies; the other node leads and has said its first prices. A node leads as
 * soon as it has the term: until its tape has been read to its end it takes no tick, and its feed begins with the prices of that end.
 */
async function changeLeader(from: Node, to: Node): Promise<void> {
  from.clusterClock.freeze();
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and classid::bigint = 7170043
      and objid = hashtext(current_schema())::oid`.execute(to.db.kysely);
  await until(() => to.server.leadership.isLeader() && to.feed.hasBegun() && !from.server.leadership.isLeader());
  from.clusterClock.thaw();
  await pass(500);
}

const dealsOf = async (node: Node, token: string, status: '1' | '3') =>
  (await node.call<MyDeal>('/v2/api/forex/my_deal', { status }, { token })).data;
const isClosed = (node: Node, token: string) => async () => (await dealsOf(node, token, '3')).total === 1;

describe('two nodes on one PostgreSQL', () => {
  if (!url) {
    it.skip('not tried here: no PostgreSQL on this machine and no TEST_DATABASE_URL', () => {});
    return;
  }

  it('a session, a setting and an order of one node are those of the other', async () => {
    const [leader, follower] = await twoNodes();
    const { token } = await follower.demo();
    await leader.pushTick('EURUSD', '1.08345');
    await pass(100);
    const filled = await follower.call<Fill>('/v2/api/forex/submit', { ...ORDER, client_id: KEY }, { ...POST, token });
    expect(filled).toMatchObject({ code: 1, data: { Order: { Price: 1.08345 } } });
    // The same key on the other node is the same order.
    const again = await leader.call<Fill>('/v2/api/forex/submit', { ...ORDER, client_id: KEY }, { ...POST, token });
    expect(again.data.Id).toBe(filled.data.Id);
    expect((await dealsOf(leader, token, '1')).data.map(({ Id }) => Id)).toEqual([filled.data.Id]);
    await follower.db.transaction((trx) => putSetting(trx, 'stop_out_level', '40'));
    await pass(5_100);
    expect(nodes.map(({ server }) => server.settings.get('stop_out_level'))).toEqual(['40', '40']);
    await follower.call('/api/user/logout', {}, { ...POST, token });
    expect((await leader.call('/api/user/info', {}, { token })).code).toBe(999);
  });

  it('the leader stops out what was opened on the other node, and the person hears of it there', async () => {
    const [leader, follower] = await twoNodes();
    const { token } = await follower.demo();
    await leader.pushTick('EURUSD', '1.08');
    await pass(100);
    const heard: string[] = [];
    follower.server.outbox.onEvent(({ topic }) => heard.push(topic));
    expect((await follower.call('/v2/api/forex/submit', ORDER, { ...POST, token })).code).toBe(1);
    await pass(400);
    await leader.pushTick('EURUSD', '1.0705');
    await until(isClosed(follower, token));
    await until(() => heard.includes('FOREX_CLOSED'));
    expect(await checkLedger(leader.db)).toEqual([]);
  });

  it('after a change of leader prices, orders and judgements go on, the numbers without a hole and the chain whole', async () => {
    const [first, second] = await twoNodes();
    const { token } = await first.demo();
    await first.pushTick('EURUSD', '1.08');
    expect((await first.call('/v2/api/forex/submit', ORDER, { ...POST, token })).code).toBe(1);
    const seen = nodes.map(({ server }) => {
      const from = server.tape.lastSeq();
      const seqs: number[] = [];
      server.tape.onGroup((group) => seqs.push(...group.ticks.map(({ seq }) => seq)));
      return { from, seqs };
    });
    await pass(1_000);
    await changeLeader(first, second);
    await first.pushTick('EURUSD', '9.99');
    await second.pushTick('EURUSD', '1.079');
    await pass(1_000);
    // The former leader serves on, from the prices of the new one, once it has heard them.
    await until(() => first.server.tape.newest(1)?.price === decimal('1.079'));
    const { token: other } = await first.demo();
    const filled = await first.call<Fill>('/v2/api/forex/submit', { ...ORDER, cont: '1' }, { ...POST, token: other });
    expect(filled).toMatchObject({ code: 1, data: { Order: { Price: 1.079 } } });
    await second.pushTick('EURUSD', '1.0705');
    await until(isClosed(first, token));
    await changeLeader(second, first);
    await first.pushTick('EURUSD', '1.0706');
    await pass(3_000);
    for (const { from, seqs } of seen) expect(seqs).toEqual(seqs.map((_, at) => from + 1 + at));
    const [one, two] = nodes.map(({ server }) => server.tape);
    expect(one?.newest(1)?.price).toBe(decimal('1.0706'));
    expect([one?.lastSeq(), one?.newest(1), one?.head()]).toEqual([two?.lastSeq(), two?.newest(1), two?.head()]);
    expect(await logProblem(first.db.kysely)).toBeUndefined();
    expect(await checkLedger(first.db)).toEqual([]);
  });

  it('D9.148 an alert set on either node fires on the leading one, and is told once through changes of leader', async () => {
    const [first, second] = await twoNodes();
    const { token } = await second.demo();
    await first.pushTick('EURUSD', '1.08');
    await pass(100);
    const told: unknown[] = [];
    second.server.outbox.onEvent(({ topic, payload }) => {
      const { AlertId, Change } = payload.data as { AlertId: number; Change?: string };
      if (topic === 'ALERT' && !Change) told.push(AlertId);
    });
    const set = async (node: Node, price: string, repeat = 'once') =>
      (await node.call<{ Id: number }>('/v2/api/alert/create', { forex_id: '1', kind: 'above', price, repeat }, { ...POST, token })).data
        .Id;
    const ids = [await set(second, '1.09', 'every'), await set(first, '1.1'), await set(second, '1.11')];
    await pass(200);
    await first.pushTick('EURUSD', '1.091');
    await until(() => told.length === 1);
    await changeLeader(first, second);
    // The former leader's price is nobody's, and its evaluator is silent.
    await first.pushTick('EURUSD', '9.99');
    await second.pushTick('EURUSD', '1.101');
    await until(() => told.length === 2);
    expect((await second.call('/v2/api/alert/delete', { id: String(ids[2]) }, { ...POST, token })).code).toBe(1);
    ids.push(await set(first, '1.12'));
    await changeLeader(second, first);
    await first.pushTick('EURUSD', '1.2');
    await until(() => told.length === 3);
    await pass(500);
    expect(told).toEqual([ids[0], ids[1], ids[3]]);
    for (const node of nodes) {
      const { data } = (await node.call<{ data: { Id: number; State: string }[] }>('/v2/api/alert/list', {}, { token })).data;
      expect(data).toMatchObject([{ Id: ids[0], State: 'resting' }]);
    }
  });

  it('both nodes show the same candles through a change of leader, and what is stored is what they show', async () => {
    // History ends in the minute before: the bars below are made of nothing but these ticks.
    const [first, second] = await twoNodes(START_MS - 10_000);
    await pass(55_000);
    const story = async (leader: Node, prices: readonly string[]) => {
      for (const price of prices) {
        await leader.pushTick('EURUSD', price);
        await pass(900);
      }
    };
    await story(first, ['1.081', '1.089', '1.071', '1.0805', '1.0801', '1.0802', '1.0803', '1.0804', '1.0805', '1.0806', '1.0807']);
    // Stored a moment ago; these are not when the leader dies, and no tick of their minute follows: the other takes them from the tape.
    await first.pushTick('EURUSD', '1.0899');
    await first.pushTick('EURUSD', '1.0703');
    await second.clock.advance(7_000);
    await changeLeader(first, second);
    await story(second, ['1.0891', '1.0711', '1.0806']);
    const bars = await Promise.all(nodes.map(({ server }) => server.candles.bars(1, '1min', 2)));
    expect(bars[0]).toEqual(bars[1]);
    expect(bars[0]?.[0]).toMatchObject({ high: 1.0899, low: 1.0703, close: 1.0703 });
    expect(bars[0]?.[1]).toMatchObject({ high: 1.0891, low: 1.0703, close: 1.0806 });
    await second.server.candles.store();
    const stored = await barsBefore(second.db.kysely, { productId: 1, period: 0, endMs: Number.MAX_SAFE_INTEGER, limit: 2 });
    const numbers = ({ timeMs, open, high, low, close }: Pick<StoredBar['bar'], 'timeMs' | 'open' | 'high' | 'low' | 'close'>) => [
      timeMs,
      open,
      high,
      low,
      close,
    ];
    expect(stored.map(numbers)).toEqual(bars[0]?.map(numbers));
  });

  it('a node takes no order at a price that it has not heard of for five seconds, and says that it is not ready', async () => {
    const [leader, follower] = await twoNodes();
    const ready = async () => (await follower.app.inject({ method: 'GET', url: '/readyz' })).statusCode;
    await pass(1_500);
    expect(await ready()).toBe(200);
    const { token } = await follower.demo();
    leader.feed.silence();
    await pass(5_100);
    expect((await follower.call('/v2/api/forex/submit', ORDER, { ...POST, token })).code).toBe(1108);
    expect(await ready()).toBe(503);
    await leader.pushTick('EURUSD', '1.08');
    expect((await follower.call('/v2/api/forex/submit', ORDER, { ...POST, token })).code).toBe(1);
  });
});
