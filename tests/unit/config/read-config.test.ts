import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';

const message = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('accepted');
};

describe('the environment', () => {
  it('has the documented defaults', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: undefined,
      profile: 'demo',
      logLevel: 'info',
      trustProxy: [],
      operations: { path: '.data/operations-8080.sock' },
      smtpUrl: undefined,
      mailFrom: 'no-reply@localhost',
      smsUrl: undefined,
      publicOrigins: [],
      reviewAfterMs: 20_000,
      secretsKey: undefined,
      feed: 'synthetic',
      feedFile: '',
      feedSymbol: 'EURUSD',
      feedSpeed: 1,
      feedClock: 'now',
      seed: undefined,
      tapeOrigin: undefined,
      tapeKeyDir: '.data/tape-log',
    });
  });

  it('operations have an address of their own: a port, a socket path, or a socket in DATA_DIR that carries the public port', () => {
    expect(readConfig({ OPS_PORT: '9090' }).operations).toEqual({ port: 9090 });
    expect(readConfig({ OPS_PORT: '/run/outcry.sock' }).operations).toEqual({ path: '/run/outcry.sock' });
    expect(readConfig({ DATA_DIR: '/srv/outcry', PORT: '8081' }).operations).toEqual({ path: '/srv/outcry/operations-8081.sock' });
    for (const OPS_PORT of ['0', '65536', 'x'.repeat(200)]) expect(() => readConfig({ OPS_PORT })).toThrow(/^OPS_PORT: got "/);
  });

  it('treats an empty text as unset', () => {
    expect(readConfig({ PORT: '', HOST: ' ', SEED: '' })).toMatchObject({ port: 8080, host: '127.0.0.1', seed: undefined });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '1e3'],
    ['HOST', 'not a host'],
    ['PROFILE', 'prod'],
    ['FEED', 'live'],
    ['FEED_SPEED', '0'],
    ['FEED_SPEED', 'fast'],
    ['FEED_SPEED', '1e2'],
    ['FEED_CLOCK', 'then'],
    ['FEED_SYMBOL', 'eur/usd'],
    ['SEED', '-3'],
    ['SEED', '4294967296'],
    ['LOG_LEVEL', 'loud'],
    ['BUS_URL', 'nats://127.0.0.1'],
    ['TRUST_PROXY', 'anywhere'],
    ['PUBLIC_ORIGIN', 'trade.example'],
    ['PUBLIC_ORIGIN', 'https://trade.example/app'],
  ])('%s=%s is one line with the name, what it got and what it takes', (name, value) => {
    const line = message({ [name]: value });
    expect(line).toContain(`${name}: got "${value}", takes `);
    expect(line).not.toContain('\n');
  });

  it('never repeats the secret part of DATABASE_URL', () => {
    const line = message({ DATABASE_URL: 'mysql://root:hunter2@db' });
    expect(line).toMatch(/^DATABASE_URL: got /);
    expect(line).not.toContain('hunter2');
  });

  it('asks for a file that exists when it replays', () => {
    expect(message({ FEED: 'replay' })).toContain('FEED_FILE');
    expect(message({ FEED: 'replay', FEED_FILE: '/nowhere/ticks.csv' })).toContain('FEED_FILE: got "/nowhere/ticks.csv"');
    const file = join(tmpdir(), `outcry-ticks-${process.pid}.csv`);
    writeFileSync(file, 'ts_ms,bid,ask\n');
    expect(readConfig({ FEED: 'replay', FEED_FILE: file, FEED_SPEED: '10' })).toMatchObject({ feed: 'replay', feedSpeed: 10 });
    expect(readConfig({ FEED: 'replay', FEED_FILE: file, FEED_SPEED: 'max', FEED_CLOCK: 'recorded' }).feedSpeed).toBe('max');
  });

  it('FEED_SPEED=max with FEED_CLOCK=now is an error (decision D9.12)', () => {
    expect(message({ FEED_SPEED: 'max' })).toContain('FEED_SPEED: got "max"');
  });

  it('D9.32 a review decides by itself after 20 s in demo, after as long as is set, or never with 0; production refuses it', () => {
    expect(readConfig({}).reviewAfterMs).toBe(20_000);
    expect(readConfig({ REVIEW_AFTER_S: '3' }).reviewAfterMs).toBe(3_000);
    expect(readConfig({ REVIEW_AFTER_S: '0' }).reviewAfterMs).toBeUndefined();
    expect(message({ REVIEW_AFTER_S: 'soon' })).toBe('REVIEW_AFTER_S: got "soon", takes a whole number from 0 to 86400');
    expect(message({ PROFILE: 'production', REVIEW_AFTER_S: '20' })).toBe(
      'REVIEW_AFTER_S: got "20", takes nothing when PROFILE=production',
    );
  });

  it('production refuses the feeds whose prices can be computed', () => {
    expect(message({ PROFILE: 'production', TAPE_ORIGIN: 'trade.example/tape' })).toContain('FEED: got "synthetic"');
  });

  it('D9.290 production names its log itself, without a scheme; the keys lie beside the data or where they are put', () => {
    expect(message({ PROFILE: 'production' })).toContain('TAPE_ORIGIN: got ""');
    expect(message({ TAPE_ORIGIN: 'https://trade.example' })).toContain('TAPE_ORIGIN: got "https://trade.example"');
    expect(readConfig({ TAPE_ORIGIN: 'trade.example/tape' }).tapeOrigin).toBe('trade.example/tape');
    expect(readConfig({ DATA_DIR: '/srv/outcry' }).tapeKeyDir).toBe('/srv/outcry/tape-log');
    expect(readConfig({ TAPE_KEY_DIR: '/keys' }).tapeKeyDir).toBe('/keys');
  });
});
