/** Sockets that go while the database is asked about them: nobody may stay on a list that nobody would ever take it off again. */
import { expect, it } from 'vitest';
import { LIMITS } from '#server/limits/limits.ts';
import { secretHash } from '#server/users/opaque-token.ts';
import { createSessions } from '#server/users/sessions.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';
import type { Received } from '../test-socket.ts';

const isLogin = (frame: Received) => frame.type === 'login';
const start = async (db: StartedApp['db']) =>
  startApp({ db, limits: { ...WIDE_LIMITS, socket: { ...WIDE_LIMITS.socket, perUser: LIMITS.socket.perUser } } });

/** From now on every look-up of a session waits, after the database has answered, until it is let go. */
function holdLookups(app: StartedApp): { count(): number; letGo(): void } {
  const { sessions } = app.server;
  const find = sessions.find;
  let held = 0;
  let letGo: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  sessions.find = async (token) => {
    const session = await find(token);
    held++;
    await released;
    return session;
  };
  return {
    count: () => held,
    letGo() {
      sessions.find = find;
      letGo();
    },
  };
}

eachDatabase('a socket that goes meanwhile', (open) => {
  it('is no member: after ten of them the owner still logs in on five', async () => {
    const app = await start(await open());
    const { token } = await app.demo();
    for (let round = 0; round < 2; round++) {
      const lookups = holdLookups(app);
      const gone = [];
      for (let count = 0; count < 5; count++) {
        const socket = await app.connect();
        socket.send({ type: 'login', token });
        gone.push(socket);
      }
      await expect.poll(() => lookups.count()).toBe(5);
      for (const socket of gone) socket.close();
      await expect.poll(() => app.app.websocketServer.clients.size).toBe(0);
      lookups.letGo();
    }
    for (let count = 0; count < 5; count++) {
      const socket = await app.connect();
      expect(await socket.ask({ type: 'login', token }, isLogin), `socket ${count}`).toMatchObject({ code: 1 });
    }
    const sixth = await app.connect();
    expect(await sixth.ask({ type: 'login', token }, isLogin)).toMatchObject({ code: 1003 });
    await app.close();
  });

  it('a session that ends between its look-up and the answer is not found alive', async () => {
    const db = await open();
    const app = await start(db);
    const { id } = await app.demo();
    let reads = 0;
    let letGo: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const slow = db.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        reads++;
        await released;
        return result;
      },
    });
    const sessions = createSessions({ db: { ...db, kysely: slow }, clock: app.clock, sessionsMax: 10 });
    const token = await sessions.open(id, async () => undefined);
    const looking = sessions.find(token);
    await expect.poll(() => reads).toBe(1);
    await sessions.revoke(secretHash(token));
    letGo();
    expect(await looking).toBeUndefined();
    await app.close();
  });

  it('a session that ends while its use is written is not found alive', async () => {
    const db = await open();
    const app = await start(db);
    const { id } = await app.demo();
    const token = await createSessions({ db, clock: app.clock, sessionsMax: 10 }).open(id, async () => undefined);
    // Hours later, without everything that would have run in them.
    app.clock.jump(2 * 3_600_000);
    let holds = true;
    let held = 0;
    let letGo: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const transaction: typeof db.transaction = async (work) => {
      const value = await db.transaction(work);
      if (!holds) return value;
      holds = false;
      held++;
      await released;
      return value;
    };
    const sessions = createSessions({ db: { ...db, transaction }, clock: app.clock, sessionsMax: 10 });
    const looking = sessions.find(token);
    await expect.poll(() => held).toBe(1);
    await sessions.revoke(secretHash(token));
    letGo();
    expect(await looking).toBeUndefined();
    await app.close();
  });

  it('is not watched: an account that was asked for by a socket that left is not pushed', async () => {
    const app = await start(await open());
    const { token } = await app.demo();
    const { trading } = app.server;
    const snapshot = trading.snapshot;
    let letGo: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let asked = 0;
    trading.snapshot = async (trader) => {
      const figures = await snapshot(trader);
      asked++;
      await released;
      return figures;
    };
    const socket = await app.connect();
    await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, (frame) => frame.type === 'hello');
    await socket.ask({ type: 'login', token }, isLogin);
    socket.send({ type: 'sub', topic: 'FOREX_TRADE', id: 2 });
    await expect.poll(() => asked).toBe(1);
    socket.close();
    await expect.poll(() => app.app.websocketServer.clients.size).toBe(0);
    trading.snapshot = async (trader) => {
      asked++;
      return snapshot(trader);
    };
    letGo();
    await app.clock.advance(3_000);
    expect(asked).toBe(1);
    await app.close();
  });
});

eachDatabase('a subscription that fails', (open) => {
  it.each(['KLINE_EURUSD', 'FOREX_CLOSED', 'FOREX_TRADE'])(
    'of %s is refused, so that the client asks anew, and works then',
    async (topic) => {
      const app = await start(await open());
      await app.pushTick('EURUSD', '1.1');
      const { token } = await app.demo();
      const { candles, trading } = app.server;
      const socket = await app.connect();
      await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, (frame) => frame.type === 'hello');
      await socket.ask({ type: 'login', token }, isLogin);
      const [{ bars }, { snapshot }, { position }] = [candles, trading, app.server.outbox];
      const busy = () => Promise.reject(new Error('busy'));
      Object.assign(candles, { bars: busy });
      Object.assign(trading, { snapshot: busy });
      Object.assign(app.server.outbox, { position: busy });
      const isSub = (id: number) => (frame: Received) => frame.type === 'sub' && frame.id === id;
      expect(await socket.ask({ type: 'sub', topic, id: 2 }, isSub(2))).toMatchObject({ topic, code: 0 });
      Object.assign(candles, { bars: bars.bind(candles) });
      Object.assign(trading, { snapshot: snapshot.bind(trading) });
      Object.assign(app.server.outbox, { position: position.bind(app.server.outbox) });
      expect(await socket.ask({ type: 'sub', topic, id: 3 }, isSub(3))).toMatchObject({ topic, code: 1 });
      await app.close();
    },
  );
});
