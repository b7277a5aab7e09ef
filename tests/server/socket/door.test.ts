/** Who may open a socket, from where and how often; and what the log says of those who break it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#server/limits/limits.ts';
import { WIDER_NETWORKS } from '#server/limits/network-of.ts';
import { type StartedApp, type StartOptions, startApp, WIDE_LIMITS } from '../start-app.ts';
import { TestSocket } from '../test-socket.ts';

let app: StartedApp;
afterEach(() => app.close());

const start = async (options: StartOptions = {}) => {
  app = await startApp(options);
};
const PATH = '/api/v2/ws';
const rejected = (headers: Record<string, string> = {}) =>
  app.connect({ headers }).then(
    () => 'in',
    (error: Error) => error.message,
  );

/** The status line and the headers that an upgrade is answered with. */
function upgrade(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const words = {
    host: `${hostname}:${port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  };
  const lines = Object.entries(words).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`));
    let text = '';
    const end = () => {
      socket.destroy();
      resolve(text.split('\r\n\r\n')[0] ?? '');
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n\r\n')) end();
    });
    socket.on('close', end);
    socket.on('error', reject);
  });
}

describe('an upgrade', () => {
  it.each(['/', '/api/menu', '/api/nothing', '/docs/', '/healthz'])('of %s is refused with a status, never accepted', async (path) => {
    const clientFolder = mkdtempSync(join(tmpdir(), 'outcry-door-'));
    writeFileSync(join(clientFolder, 'index.html'), '<!doctype html>');
    await start({ clientFolder });
    rmSync(clientFolder, { recursive: true });
    expect(await upgrade(path)).toMatch(/^HTTP\/1\.1 404 /);
    expect(app.app.websocketServer.clients.size).toBe(0);
  });

  it('that is refused ends with its connection: nobody holds one open by it', async () => {
    await start({ limits: { ...WIDE_LIMITS, rest: { ...WIDE_LIMITS.rest, all: { perSecond: 0.001, burst: 3 } } } });
    const { hostname, port } = new URL(app.url);
    const head =
      'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    const ended: string[] = [];
    // Unknown, no address at all, and, from the fourth on, too many.
    for (const path of ['/nowhere', '/%zz', '/healthz', '/api/v2/ws', '/api/v2/ws', '/api/v2/ws', '/%zz']) {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${head}\r\n`),
      );
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      await new Promise((resolve) => {
        socket.once('close', () => resolve(ended.push(text.split(' ')[1] ?? '')));
        // Those that were let in stay, by right.
        socket.on('data', () => text.startsWith('HTTP/1.1 101 ') && socket.destroy());
        socket.setTimeout(5_000, () => socket.destroy(new Error('open')));
        socket.on('error', () => resolve(ended.push(`${path} stays open after ${text.split(' ')[1]}`)));
      });
    }
    expect(ended.filter((end) => end.includes('open'))).toEqual([]);
    expect(ended).toContain('429');
  });

  it('RFC 6455: the answer names no subprotocol, since profiles are agreed on by hello', async () => {
    await start();
    const chosen = async (offer: string) =>
      /\r\nsec-websocket-protocol: (.*)/i.exec(await upgrade(PATH, { 'sec-websocket-protocol': offer }))?.[1];
    expect(await upgrade(PATH, { 'sec-websocket-protocol': 'nonsense' })).toMatch(/^HTTP\/1\.1 101 /);
    expect(await chosen('nonsense')).toBeUndefined();
    expect(await chosen('nonsense, trade.v2.msgpack')).toBeUndefined();
  });

  it('S38 of a page is let in from an address of this server, or from where PUBLIC_ORIGIN says', async () => {
    await start();
    const { host, port } = new URL(app.url);
    expect(await rejected({ origin: `http://${host}` })).toBe('in');
    expect(await rejected({ origin: `http://localhost:${port}`, host: `localhost:${port}` })).toBe('in');
    expect(await rejected({ origin: 'https://evil.example' })).toBe('HTTP 403');
    // A name of somebody else's that was pointed at this server equals the Host header.
    expect(await rejected({ origin: `http://evil.example:${port}`, host: `evil.example:${port}` })).toBe('HTTP 403');
    await app.close();
    await start({ config: { publicOrigins: ['https://trade.example', 'https://m.trade.example'] } });
    expect(await rejected({ origin: 'https://trade.example' })).toBe('in');
    expect(await rejected({ origin: 'https://m.trade.example' })).toBe('in');
    for (const origin of ['https://evil.example', 'http://trade.example', 'null', `http://${new URL(app.url).host}`]) {
      expect(await rejected({ origin }), origin).toBe('HTTP 403');
    }
    expect(await rejected()).toBe('in');
  });
});

describe('sockets of one network', () => {
  const behindProxy = (socket: Partial<typeof LIMITS.socket>) =>
    start({ config: { trustProxy: ['127.0.0.1'] }, limits: { ...WIDE_LIMITS, socket: { ...WIDE_LIMITS.socket, ...socket } } });
  const from = (ip: string) => rejected({ 'x-forwarded-for': ip });

  it('are counted by /64, and another network has its own', async () => {
    await behindProxy({ perNetwork: 3 });
    const replies = [];
    for (let count = 1; count <= 5; count++) replies.push(await from(`2001:db8:1:2::${count}`));
    expect(replies).toEqual(['in', 'in', 'in', 'HTTP 429', 'HTTP 429']);
    expect(await from('2001:db8:1:3::1')).toBe('in');
    expect([await from('203.0.113.9'), await from('::ffff:203.0.113.9'), await from('::ffff:cb00:7109')]).toEqual(['in', 'in', 'in']);
    expect(await from('203.0.113.9')).toBe('HTTP 429');
  });

  it('D9.95 the /64s of one /48 hold together as many as fifty of them may, and have room again when one goes', async () => {
    await behindProxy({ perNetwork: 1 });
    const sockets = [];
    for (let at = 0; at < WIDER_NETWORKS; at++) {
      sockets.push(await app.connect({ headers: { 'x-forwarded-for': `2001:db8:1:${at.toString(16)}::1` } }));
    }
    expect([await from('2001:db8:1:ffff::1'), await from('2001:db8:2:1::1')]).toEqual(['HTTP 429', 'in']);
    sockets[7]?.close();
    await expect.poll(() => from('2001:db8:1:ffff::1')).toBe('in');
  });

  it('150 at once are no more than one after another', async () => {
    await behindProxy({ perNetwork: LIMITS.socket.perNetwork, connects: LIMITS.socket.connects });
    const sockets = Array.from({ length: 150 }, () => new TestSocket(`${app.url.replace('http', 'ws')}${PATH}`, app.clock));
    await Promise.allSettled(sockets.map((socket) => socket.opened()));
    await expect.poll(() => app.app.websocketServer.clients.size).toBe(LIMITS.socket.perNetwork);
    for (const socket of sockets) socket.close();
  });

  it('may be asked for so often, however quickly each is closed again', async () => {
    await behindProxy({ connects: { perSecond: 1, burst: 5 } });
    const replies = [];
    for (let count = 0; count < 8; count++) replies.push(await from('203.0.113.9'));
    expect(replies).toEqual([...Array(5).fill('in'), ...Array(3).fill('HTTP 429')]);
    await app.clock.advance(2_000);
    expect(await from('203.0.113.9')).toBe('in');
  });
});

describe('what breaks a socket', () => {
  it.each([
    ['invalid UTF-8', 'WS_ERR_INVALID_UTF8', Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28])],
    ['a frame over 4 KB', 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', Buffer.from([0x81, 0xfe, 0x20, 0x00, 0, 0, 0, 0])],
    ['an unmasked frame', 'WS_ERR_EXPECTED_MASK', Buffer.from([0x81, 0x01, 0x41])],
  ])('%s ends it, with one line in the log and no stack', async (_what, code, bytes) => {
    const logLines: string[] = [];
    await start({ logLines });
    const socket = await app.connect();
    const raw = (socket.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;
    for (let frame = 0; frame < 5; frame++) raw.write(bytes);
    await socket.untilClosed();
    await expect.poll(() => app.app.websocketServer.clients.size).toBe(0);
    const lines = logLines.filter((line) => line.includes('WS_ERR') || line.includes('RangeError') || line.includes('stack'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ code, network: '127.0.0.1' }]);
    expect(lines.join('')).not.toMatch(/stack|node_modules/);
  });
});
