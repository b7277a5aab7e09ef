/** Limits that hold before anything is done for a request: by network, for whatever it asks, and for how slowly it may ask. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get as getRaw } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type {} from '@fastify/swagger';
import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#server/limits/limits.ts';
import { WIDER_NETWORKS } from '#server/limits/network-of.ts';
import { type StartedApp, type StartOptions, startApp, WIDE_LIMITS } from '../start-app.ts';

let app: StartedApp;
let folder: string | undefined;
afterEach(async () => {
  await app.close();
  if (folder) rmSync(folder, { recursive: true });
  folder = undefined;
});
const start = async (options: StartOptions = {}) => {
  app = await startApp(options);
};
const rest = (limits: Partial<typeof LIMITS.rest>) => ({ ...WIDE_LIMITS, rest: { ...WIDE_LIMITS.rest, ...limits } });
const get = (url: string, remoteAddress = '203.0.113.9', headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'GET', url, remoteAddress, headers });
/** Over the wire, with the path as it is: `inject` would resolve its dots. */
const rawStatus = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    getRaw({ hostname, port, path, agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    }).on('error', reject);
  });
const clientFolder = () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-limits-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  writeFileSync(join(folder, '.hidden.json'), '{}');
  return folder;
};

describe('every request of a network counts', () => {
  it.each(['/api/menu', '/api/nothing', '/docs/json', '/', '/healthz', '/.env', '/api/v2/ws'])('%s', async (url) => {
    const few = { perSecond: 1, burst: 3 };
    await start({ limits: rest({ all: few, health: few }), clientFolder: clientFolder() });
    const statuses = [];
    for (let sent = 0; sent < 5; sent++) statuses.push((await get(url)).statusCode);
    expect(statuses.slice(0, 3)).not.toContain(429);
    expect(statuses.slice(3)).toEqual([429, 429]);
    const refused = await get(url);
    expect(refused.json()).toMatchObject({ code: 1003, data: null });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(url, '203.0.113.10')).statusCode).not.toBe(429);
    await app.clock.advance(1_000);
    expect((await get(url)).statusCode).not.toBe(429);
  });

  it('a connection ends with its refusal, whatever was sent behind it', async () => {
    await start({ limits: rest({ all: { perSecond: 1, burst: 3 } }) });
    const { hostname, port } = new URL(app.url);
    const answers = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.write('GET /api/menu HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500)));
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve(text)).on('error', reject);
    });
    expect(answers.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(-3))).toEqual(['200', '200', '200', '429']);
    expect(answers.toLowerCase()).toContain('connection: close');
  });

  it('a flood leaves the watcher of the same network its answer', async () => {
    await start({ limits: rest({ all: { perSecond: 1, burst: 3 } }) });
    for (let sent = 0; sent < 10; sent++) await get('/api/menu');
    expect([(await get('/api/menu')).statusCode, (await get('/healthz')).statusCode, (await get('/readyz')).statusCode]).toEqual([
      429, 200, 200,
    ]);
  });

  it('D1.5.06 demo accounts are counted by /64: 60 addresses of one make ten', async () => {
    await start({ limits: rest({ createDemo: LIMITS.rest.createDemo }) });
    const codes = [];
    for (let host = 0; host < 60; host++) {
      codes.push((await get('/api/user/createAccountDemoForU', `2001:db8:1:2::${host.toString(16)}`)).json().code);
    }
    expect(codes.filter((code) => code === 1)).toHaveLength(10);
    expect((await get('/api/user/createAccountDemoForU', '2001:db8:1:3::1')).json().code).toBe(1);
  });

  it.each([
    ['createDemo', '/api/user/createAccountDemoForU'],
    ['candles', '/v2/api/forex/kline?forex_id=1&period=1min&limit=1'],
  ])('D9.95 %s: the /64s of one /48 have together what fifty of them have, and so have the addresses of a /24', async (rate, url) => {
    await start({ limits: rest({ [rate]: { perSecond: 0.001, burst: 1 } }) });
    const answered = async (addressOf: (at: number) => string) => {
      const statuses = [];
      for (let at = 0; at < 60; at++) statuses.push((await get(url, addressOf(at))).statusCode);
      return statuses.filter((status) => status === 200).length;
    };
    expect(await answered((at) => `2001:db8:1:${at.toString(16)}::1`)).toBe(WIDER_NETWORKS);
    expect(await answered((at) => `203.0.113.${at}`)).toBe(WIDER_NETWORKS);
    expect((await get(url, '2001:db8:2:1::1')).statusCode).toBe(200);
    expect((await get(url, '203.0.114.1')).statusCode).toBe(200);
  });
});

describe('the document of the calls', () => {
  it('is made once and compressed once, whoever asks how often', async () => {
    await start();
    let made = 0;
    const swagger = app.app.swagger;
    Object.defineProperty(app.app, 'swagger', {
      value: (...args: never[]) => {
        made++;
        return swagger(...args);
      },
    });
    const replies = await Promise.all(Array.from({ length: 300 }, () => get('/docs/json', '203.0.113.9', { 'accept-encoding': 'br' })));
    expect(made).toBeLessThanOrEqual(1);
    expect(new Set(replies.map((reply) => [reply.statusCode, reply.headers['content-encoding'], reply.headers.etag].join(' '))).size).toBe(
      1,
    );
    const document = JSON.parse(brotliDecompressSync(replies[0]!.rawPayload).toString()) as { paths: object };
    expect(document.paths).toHaveProperty('/v2/api/forex/submit');
    const again = await get('/docs/json', '203.0.113.9', { 'if-none-match': String(replies[0]!.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  it('its pages are there, and nothing beside them', async () => {
    await start();
    const page = await get('/docs/');
    expect(page.payload).toContain('swagger-ui');
    for (const script of [
      'swagger-ui-bundle.js',
      'swagger-ui-standalone-preset.js',
      'swagger-initializer.js',
      'swagger-ui.css',
      'index.css',
    ]) {
      expect((await get(`/docs/static/${script}`)).statusCode, script).toBe(200);
    }
    for (const path of [
      '/docs/static/%2e%2e/',
      '/docs/static/..%2f',
      '/docs/static/',
      '/docs/static/%2e%2e/package.json',
      '/docs/nothing',
    ]) {
      expect(await rawStatus(path), path).toBe(404);
    }
  });
});

describe('the client files', () => {
  it('what the build tool keeps for itself has no address', async () => {
    await start({ clientFolder: clientFolder() });
    expect((await get('/')).statusCode).toBe(200);
    for (const path of ['/.vite/manifest.json', '/.hidden.json', '/%2evite/manifest.json'])
      expect((await get(path)).statusCode, path).toBe(404);
  });
});

describe('who says too little for too long', () => {
  /** Ms until the server ended a connection that sent so much and then nothing. */
  const heldMs = (text: string): Promise<{ ms: number; answer: string }> =>
    new Promise((resolve) => {
      const startMs = performance.now();
      let answer = '';
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve({ ms: performance.now() - startMs, answer }));
    });

  it('S37 a half head is cut after 10 s, a half body after 15 s', async () => {
    expect(LIMITS.http).toMatchObject({ headMs: 10_000, requestMs: 15_000, checkMs: 1_000 });
    // All three a tenth of it: nobody waits longer for the same proof.
    const http = { ...LIMITS.http, headMs: 1_000, requestMs: 1_500, checkMs: 100 };
    await start({ limits: { ...WIDE_LIMITS, http } });
    const type = 'content-type: application/x-www-form-urlencoded';
    const [head, body] = await Promise.all([
      heldMs('GET /api/menu HTTP/1.1\r\nhost: x\r\nx-slow: '),
      heldMs(`POST /api/user/loginForU HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: 100\r\n\r\naccount=`),
    ]);
    const slackMs = http.checkMs + 2_000;
    expect(head.answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(head.ms).toBeGreaterThanOrEqual(http.headMs);
    expect(head.ms).toBeLessThan(http.headMs + slackMs);
    // Not the handler's own limit, which answers 503 and writes a stack to the log for everybody who is slow.
    expect(body.answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(body.ms).toBeGreaterThanOrEqual(http.requestMs);
    expect(body.ms).toBeLessThan(http.requestMs + slackMs);
  });
});
