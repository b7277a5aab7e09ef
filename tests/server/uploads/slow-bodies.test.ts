/** Bodies that come slowly, over real connections: what they hold of the places for photos, and who loses one. */
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '#server/limits/limits.ts';
import { eachDatabase } from '../each-database.ts';
import { formOf, photo, stranger } from '../send-photo.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';

const { placesMax, placesPerUser, placesPerNetwork, placesPerWiderNetwork, paceBytesPerS, paceGraceMs } = LIMITS.uploads;
/** What came of each body: its status, its code, and whether the server ended the connection. */
type Body = { status: number; code: number; isEnded: boolean; send(from: number, to?: number): void };

eachDatabase('bodies that come slowly', (open) => {
  let app: StartedApp;
  let people: string[];
  let honest: string;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    // Connections of the test stand open longer than a request may take.
    const limits = { ...WIDE_LIMITS, http: { ...WIDE_LIMITS.http, requestMs: 120_000 }, uploads: { ...LIMITS.uploads, dayFiles: 1_000 } };
    app = await startApp({ db: await open(), limits, config: { trustProxy: ['127.0.0.1'] } });
    watch(app);
    people = [];
    for (let at = 0; at < 6; at++) people.push(await stranger(app, `slow${at}@example.com`));
    honest = await stranger(app, 'honest@example.com');
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });

  /** Bytes of each body that has a place, as the server has them by now. */
  const arrived: { bytes: number }[] = [];
  function watch({ server }: StartedApp): void {
    const { uploads } = server.appParts;
    const { add } = uploads;
    const counted: typeof add = (sender, receive) =>
      add(sender, (arrival) => {
        const one = { bytes: 0 };
        arrived.push(one);
        const came = (bytes: number) => {
          one.bytes += bytes;
          arrival.came(bytes);
        };
        return receive({ came, lost: arrival.lost });
      });
    Object.assign(uploads, { add: counted });
  }
  /** A connection on which the head of an upload was sent; the proxy of the test says whose it is. */
  function begin(token: string, ip: string, form: ReturnType<typeof formOf>): Body {
    const body: Body = { status: 0, code: 0, isEnded: false, send: (from, to) => socket.write(form.payload.subarray(from, to)) };
    const lines = [
      'POST /api/common/image_upload HTTP/1.1',
      'host: x',
      `authorization: ${token}`,
      `x-forwarded-for: ${ip}`,
      `content-type: ${form.headers['content-type']}`,
      `content-length: ${form.payload.byteLength}`,
    ];
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    // Sent in this order once there is a connection.
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    sockets.push(socket);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      body.status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
      body.code = Number(/"code":(\d+)/.exec(text)?.[1] ?? 0);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      body.isEnded = true;
    });
    return body;
  }
  const goodForm = async () => formOf({ bytes: await photo().jpeg().toBuffer() });
  async function sendWhole(token: string, ip: string): Promise<Body> {
    const body = begin(token, ip, await goodForm());
    body.send(0);
    await expect.poll(() => body.status).toBeGreaterThan(0);
    return body;
  }
  /** So many bodies that have said something and go on no further. */
  async function hold(count: number, addressOf: (at: number) => string): Promise<Body[]> {
    arrived.length = 0;
    const form = await goodForm();
    const bodies = Array.from({ length: count }, (_, at) => begin(people[Math.floor(at / placesPerUser)] as string, addressOf(at), form));
    for (const body of bodies) body.send(0, 40);
    return bodies;
  }
  const letGo = async (bodies: readonly Body[]) => {
    for (const body of bodies) if (!body.isEnded) body.send(40);
    await expect.poll(() => bodies.every(({ status }) => status > 0)).toBe(true);
  };
  const countOf = (bodies: readonly Body[], status: number) => bodies.filter((body) => body.status === status).length;

  it('D9.305 a person with a whole /48 holds ten places at most, however many networks and accounts the bodies have', async () => {
    const bodies = await hold(placesMax, (at) => `2001:db8:7:${at}::1`);
    await expect.poll(() => countOf(bodies, 429)).toBe(placesMax - placesPerWiderNetwork);
    // Nobody has lost a place that they had, and everybody else has one.
    expect((await sendWhole(honest, '198.51.100.9')).code).toBe(1);
    await letGo(bodies);
    expect(countOf(bodies, 200)).toBe(placesPerWiderNetwork);
  });

  it('D9.305 where slow bodies hold every place, the next one gets that of one of them; the others are taken when they end well', async () => {
    const bodies = await hold(placesMax, (at) => `203.0.${Math.floor(at / placesPerNetwork)}.7`);
    await expect.poll(() => arrived.length).toBe(placesMax);
    expect((await sendWhole(honest, '198.51.100.9')).status).toBe(429);
    expect(countOf(bodies, 429)).toBe(0);
    app.clock.jump(paceGraceMs);
    expect(await sendWhole(honest, '198.51.100.9')).toMatchObject({ status: 200, code: 1 });
    await expect.poll(() => bodies.filter(({ status, isEnded }) => status === 429 && isEnded).length).toBe(1);
    await letGo(bodies);
    expect([countOf(bodies, 200), bodies.filter(({ code }) => code === 1).length]).toEqual([placesMax - 1, placesMax - 1]);
  });

  it('D9.305 a body that comes at its pace keeps its place, also from one of the same person', async () => {
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7_919) % 251));
    const raw = { width: 1_000, height: 100, channels: 3 } as const;
    const form = formOf({ bytes: await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer() });
    const enough = (paceBytesPerS * paceGraceMs) / 1_000;
    arrived.length = 0;
    const bodies: Body[] = [];
    const sent = [enough / 2, enough + 1_000, enough + 1_000];
    for (const [at, bytes] of sent.entries()) {
      const body = begin(honest, '198.51.100.9', form);
      body.send(0, bytes);
      bodies.push(body);
      await expect.poll(() => arrived[at]?.bytes).toBe(bytes);
    }
    expect(bodies.length).toBe(placesPerUser);
    expect((await sendWhole(honest, '198.51.100.9')).status).toBe(429);
    app.clock.jump(paceGraceMs);
    expect((await sendWhole(honest, '198.51.100.9')).code).toBe(1);
    await expect.poll(() => bodies.map(({ status }) => status)).toEqual([429, 0, 0]);
    // Nobody is slow any more: one has just begun, the others came at their pace.
    const fresh = begin(honest, '198.51.100.9', form);
    fresh.send(0, 40);
    await expect.poll(() => arrived.at(-1)?.bytes).toBe(40);
    expect((await sendWhole(honest, '198.51.100.9')).status).toBe(429);
    fresh.send(40);
    await expect.poll(() => fresh.code).toBe(1);
    for (const body of bodies.slice(1)) body.send(enough + 1_000);
    await expect.poll(() => bodies.map(({ code }) => code)).toEqual([1003, 1, 1]);
  });
});
