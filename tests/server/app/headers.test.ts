import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';

let app: StartedApp;
let clientFolder: string;
const SCRIPT = `console.info(${JSON.stringify('x'.repeat(4_000))});`;

beforeAll(async () => {
  clientFolder = mkdtempSync(join(tmpdir(), 'outcry-client-'));
  mkdirSync(join(clientFolder, 'assets'));
  writeFileSync(join(clientFolder, 'index.html'), '<!doctype html><title>Outcry</title>');
  writeFileSync(join(clientFolder, 'assets', 'main-B1a2C3d4.js'), SCRIPT);
  writeFileSync(join(clientFolder, 'secrets.env'), 'PASSWORD=1');
  app = await startApp({ clientFolder });
});
afterAll(async () => {
  await app.close();
  rmSync(clientFolder, { recursive: true });
});

const PROMISED: Record<string, RegExp> = {
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'permissions-policy': /camera=\(\).*fullscreen=\(self\).*clipboard-write=\(self\)/,
};
const expectPromised = (headers: Readonly<Record<string, unknown>>, what: string) => {
  for (const [name, pattern] of Object.entries(PROMISED)) expect(String(headers[name]), `${what}: ${name}`).toMatch(pattern);
};

describe('every reply', () => {
  it.each([
    ['the document', 'GET', '/'],
    ['a script', 'GET', '/assets/main-B1a2C3d4.js'],
    ['a call', 'GET', '/api/basicSet/getBasicInfo'],
    ['a refusal', 'GET', '/v2/api/forex/kline'],
    ['a call without a session', 'GET', '/api/user/info'],
    ['an address that does not exist', 'GET', '/api/nothing'],
    ['a HEAD', 'HEAD', '/v2/api/forex/submit'],
    ['a broken address', 'GET', '/api/%zz'],
    ['an address over the limit', 'GET', `/${'a'.repeat(9_000)}`],
    ['the socket without an upgrade', 'GET', '/api/v2/ws'],
    ['health', 'GET', '/healthz'],
    ['readiness', 'GET', '/readyz'],
    ['the documentation', 'GET', '/docs/'],
    ['its document', 'GET', '/docs/json'],
  ] as const)('wears the security headers: %s', async (what, method, url) => {
    const reply = await app.app.inject({ method, url });
    expect(reply.statusCode, reply.payload.slice(0, 200)).toBeLessThan(500);
    expectPromised(reply.headers, what);
  });

  it('the policy is the one promised, with the socket of this very host', async () => {
    const reply = await app.app.inject({ method: 'GET', url: '/', headers: { host: 'shop.example:8443' } });
    expect(reply.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' ws://shop.example:8443; worker-src 'self'; manifest-src 'self'; frame-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app-html app-worker; report-to csp",
    );
    const hostile = await app.app.inject({ method: 'GET', url: '/', headers: { host: "x; script-src 'unsafe-inline'" } });
    expect(hostile.headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(reply.headers['strict-transport-security']).toBeUndefined();
  });

  it('S1-7.54 S1-9.21 over https the socket is wss on the same host, and the host is kept secure', async () => {
    const own = await startApp({ config: { trustProxy: ['127.0.0.1'] } });
    const headers = { host: 'shop.example', 'x-forwarded-proto': 'https' };
    const reply = await own.app.inject({ method: 'GET', url: '/api/menu', headers });
    expect(reply.headers['content-security-policy']).toContain("connect-src 'self' wss://shop.example;");
    expect(reply.headers['strict-transport-security']).toMatch(/^max-age=63072000/);
    await own.close();
  });

  it('S1-9.21 is of this origin alone: no CORS header for anybody', async () => {
    const reply = await app.app.inject({ method: 'GET', url: '/api/menu', headers: { origin: 'https://evil.example' } });
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('a call is never stored and carries the server clock', async () => {
    const reply = await app.app.inject({ method: 'GET', url: '/v2/api/forex/getCategories' });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(Date.parse(String(reply.headers.date))).toBe(app.clock.now());
    expect(reply.json()).toMatchObject({ ts: app.clock.now(), rid: reply.headers['x-request-id'] });
  });
});

describe('transport faults wear the envelope too (D0.02)', () => {
  const post = (url: string, payload: string | Buffer, type: string) =>
    app.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });

  it('404', async () => {
    const reply = await app.app.inject({ method: 'GET', url: '/api/nothing' });
    expect([reply.statusCode, reply.json()]).toMatchObject([404, { code: 1004, data: null }]);
  });

  it('413 for a body over 64 KB', async () => {
    const reply = await post('/api/user/loginForU', `account=${'a'.repeat(70_000)}`, 'application/x-www-form-urlencoded');
    expect([reply.statusCode, reply.json()]).toMatchObject([413, { code: 1001 }]);
  });

  it('429 with Retry-After, per address', async () => {
    const own = await startApp({ limits: { ...WIDE_LIMITS, rest: { ...WIDE_LIMITS.rest, all: { perSecond: 1, burst: 3 } } } });
    const statuses = [];
    for (let sent = 0; sent < 5; sent++) statuses.push((await own.call('/api/menu')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const other = await own.app.inject({ method: 'GET', url: '/api/menu', remoteAddress: '10.1.2.3' });
    expect(other.statusCode).toBe(200);
    const forged = await own.app.inject({ method: 'GET', url: '/api/menu', headers: { 'x-forwarded-for': '10.9.9.9' } });
    expect(forged.statusCode).toBe(429);
    expectPromised(forged.headers, '429');
    await own.close();
  });

  it('500 tells nothing but an id, and the log has it', async () => {
    const logLines: string[] = [];
    const own = await startApp({ logLines });
    own.server.catalogue.categories = () => {
      throw new Error('secret table name');
    };
    const reply = await own.call('/v2/api/forex/getCategories');
    expect(reply).toMatchObject({ status: 500, code: 0, data: null });
    expect(JSON.stringify(reply)).not.toContain('secret');
    expect(logLines.some((line) => line.includes('secret table name') && line.includes(reply.rid))).toBe(true);
    await own.close();
  });

  it('S40 no secret of a request reaches the log, not even when it fails', async () => {
    const logLines: string[] = [];
    const own = await startApp({ logLines });
    const { token } = await own.demo();
    const secrets = { account: 'canary@example.com', password: 'CANARY-password', login_type: 'email' };
    await own.call('/api/user/loginForU', secrets, { method: 'POST' });
    own.server.appParts.trading.balances = () => Promise.reject(new Error('broken'));
    const client_id = '3f2b8c1e-7a4d-4e5f-9a6b-0c1d2e3f4a5b';
    expect((await own.call('/v2/api/main/wallet/getBalance', { client_id }, { token })).status).toBe(500);
    await own.close();
    const log = logLines.join('');
    expect(log).toContain('broken');
    for (const canary of [token, 'CANARY', client_id]) expect(log).not.toContain(canary);
  });

  it.each([
    ['broken JSON', '{"account":', 'application/json'],
    ['a list', '[1,2]', 'application/json'],
    ['a text', '"x"', 'application/json'],
    ['an unknown type', '<a/>', 'application/xml'],
    ['a forbidden name', '{"__proto__":{"admin":1},"account":"a"}', 'application/json'],
    ['no body', '', 'application/json'],
  ])('%s is 1001, never a 5xx', async (_name, payload, type) => {
    const reply = await post('/api/user/loginForU', payload, type);
    expect([reply.statusCode, reply.json().code]).toEqual([200, 1001]);
  });

  it('bytes that are no HTTP at all are refused and change nothing', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n[\s\S]*\{"code":1001,/);
    expect((await app.call('/api/menu')).code).toBe(1);
  });
});

describe('the client files', () => {
  it('documents are asked for again, hashed files never', async () => {
    const index = await app.app.inject({ method: 'GET', url: '/' });
    expect([index.headers['cache-control'], index.payload]).toEqual(['no-cache', '<!doctype html><title>Outcry</title>']);
    const again = await app.app.inject({ method: 'GET', url: '/', headers: { 'if-none-match': String(index.headers.etag) } });
    expect(again.statusCode).toBe(304);
    const script = await app.app.inject({ method: 'GET', url: '/assets/main-B1a2C3d4.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect(script.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' });
    expect(brotliDecompressSync(script.rawPayload).toString()).toBe(SCRIPT);
  });

  it.each(['/secrets.env', '/../package.json', '/assets/..%2f..%2fpackage.json', '/.git/config', '/index.html%00.js'])(
    'nothing else is served: %s',
    async (url) => {
      expect((await app.app.inject({ method: 'GET', url })).statusCode).toBe(404);
    },
  );
});

describe('for whoever runs it', () => {
  it('readyz follows the feed', async () => {
    const own = await startApp();
    const ready = async () => (await own.app.inject({ method: 'GET', url: '/readyz' })).statusCode;
    expect(await ready()).toBe(200);
    own.feed.silence();
    await own.clock.advance(6_000);
    expect(await ready()).toBe(503);
    expect((await own.app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
    await own.close();
  });

  it('metrics are not on the public port, whoever asks: a proxy on this machine comes from loopback too', async () => {
    for (const remoteAddress of ['127.0.0.1', '::1', '203.0.113.9']) {
      const reply = await app.app.inject({ method: 'GET', url: '/metrics', remoteAddress });
      expect(reply.statusCode, remoteAddress).toBe(404);
      expect(reply.json()).toMatchObject({ code: 1004 });
    }
  });

  it('/docs names every call', async () => {
    const document = (await app.app.inject({ method: 'GET', url: '/docs/json' })).json() as { paths: Record<string, object> };
    expect(Object.keys(document.paths).length).toBeGreaterThanOrEqual(23);
    expect(document.paths['/v2/api/forex/submit']).toHaveProperty('post');
    const statement = document.paths['/v2/api/main/accountLog/statement'] as { get: { responses: Record<string, { content: object }> } };
    expect(Object.keys(statement.get.responses['200']?.content ?? {})).toEqual(['text/csv', 'text/html', 'application/json']);
  });

  it('reports of the policy are counted, never believed', async () => {
    const payload = JSON.stringify([{ type: 'csp-violation', body: { effectiveDirective: 'script-src', sample: '<script>' } }]);
    const headers = { 'content-type': 'application/reports+json' };
    expect((await app.app.inject({ method: 'POST', url: '/api/csp-report', payload, headers })).statusCode).toBe(204);
    expect((await app.server.operations.inject({ method: 'GET', url: '/metrics', headers: { host: 'localhost' } })).payload).toMatch(
      /outcry_policy_reports_total 1/,
    );
  });
});
