/**
 * The environment of the server, read once and checked. A wrong value stops the start with one line that names the variable, what
 * it got and what it takes; the value of a secret (DATABASE_URL, SMTP_URL, SMS_URL, SECRETS_KEY) is never repeated.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FeedConfig } from './feed/feed.ts';
import { isLoopback } from './letters/loopback.ts';
import { OPS_PORT_TAKES, type OperationsAddress, operationsAddress } from './operations/operations-address.ts';

export type Profile = 'demo' | 'production';
export type Config = FeedConfig & {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly profile: Profile;
  readonly logLevel: string;
  /** Addresses (CIDR) of reverse proxies whose X-Forwarded-For counts; empty: none. */
  readonly trustProxy: readonly string[];
  /** Where metrics and the operator's commands listen, never the public port. */
  readonly operations: OperationsAddress;
  /** Where mails go out, and who sends them; undefined: nowhere. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Where short messages go out (`server/letters/sms-carrier.ts`); undefined: nowhere. */
  readonly smsUrl: string | undefined;
  /** Origins that browsers see, the main one first; empty: the address it listens on. */
  readonly publicOrigins: readonly string[];
  /** A review that waits for so long is decided by itself, for trying out; undefined: by people alone. */
  readonly reviewAfterMs: number | undefined;
  /** 64 hex digits in place of the file `secrets.key` of DATA_DIR; a secret, never repeated. */
  readonly secretsKey: string | undefined;
  /** Name of the log of the tape, as in `trade.example/tape`; undefined: one that the first start draws. And the folder of its keys. */
  readonly tapeOrigin: string | undefined;
  readonly tapeKeyDir: string;
};

/** A wrong value of a variable. The message is the one line that the operator sees. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Long enough to see that it waits; 0 leaves it to the operator. */
const DEMO_REVIEW_AFTER_S = 20;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

type Env = Readonly<Record<string, string | undefined>>;

const wrong = (name: string, got: string, takes: string): ConfigError =>
  new ConfigError(`${name}: got "${got.slice(0, 80).replace(/[^\x20-\x7e]/g, '?')}", takes ${takes}`);

/** Reads `process.env` or a stand-in; an empty text counts as unset. Throws `ConfigError`. */
export function readConfig(env: Env): Config {
  const profile = choice(env, 'PROFILE', ['demo', 'production'], 'demo');
  const config: Config = {
    port: integer(env, 'PORT', 8080, 0, 65_535),
    host: host(env),
    dataDir: text(env, 'DATA_DIR') ?? '.data',
    databaseUrl: databaseUrl(env),
    profile,
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    trustProxy: addressRanges(env),
    operations: readOperationsPlace(env).address,
    publicOrigins: origins(env),
    ...readCarriers(env),
    reviewAfterMs: reviewAfterMs(env, profile),
    secretsKey: secretsKey(env),
    ...readTapeLog(env, profile),
    ...readFeed(env),
  };
  if ('port' in config.operations && config.operations.port === config.port) {
    throw wrong('OPS_PORT', String(config.port), 'another port than PORT');
  }
  const bus = text(env, 'BUS_URL');
  if (bus !== undefined) throw wrong('BUS_URL', bus, 'nothing yet: several nodes share one PostgreSQL without a bus');
  if (profile === 'production') {
    // Prices that are made here or were recorded are for play money (decisions, note 3), and no live venue is built in yet.
    throw wrong('FEED', config.feed, "a live venue's public stream when PROFILE=production; synthetic and replay serve PROFILE=demo only");
  }
  return config;
}

/** What the operator's command line needs of the environment: where the server's operations listen, and the folder of their key. */
export function readOperationsPlace(env: Env): {
  readonly address: OperationsAddress;
  readonly dataDir: string;
  readonly tapeKeyDir: string;
} {
  const dataDir = text(env, 'DATA_DIR') ?? '.data';
  const opsPort = text(env, 'OPS_PORT');
  const address = operationsAddress({ opsPort, dataDir, port: integer(env, 'PORT', 8080, 0, 65_535) });
  if (address === undefined) throw wrong('OPS_PORT', opsPort ?? '', OPS_PORT_TAKES);
  return { address, dataDir, tapeKeyDir: tapeKeyDir(env) };
}

function readCarriers(env: Env): Pick<Config, 'smtpUrl' | 'mailFrom' | 'smsUrl'> {
  const smtpUrl = text(env, 'SMTP_URL');
  if (smtpUrl !== undefined && !isAddress(smtpUrl, ['smtp:', 'smtps:'])) {
    throw wrong('SMTP_URL', unsaid(smtpUrl), 'smtp://user:password@host:port or smtps://user:password@host:port');
  }
  const mailFrom = text(env, 'MAIL_FROM') ?? 'no-reply@localhost';
  if (!/^[^\s@"<>,;]{1,64}@[A-Za-z0-9.-]{1,189}$/.test(mailFrom))
    throw wrong('MAIL_FROM', mailFrom, 'the address that mails come from, such as no-reply@trade.example');
  if (smtpUrl !== undefined && text(env, 'MAIL_FROM') === undefined)
    throw wrong('MAIL_FROM', '', 'the address that mails come from when there is an SMTP_URL');
  const smsUrl = text(env, 'SMS_URL');
  const isSafe =
    smsUrl !== undefined && isAddress(smsUrl, ['https:', 'http:']) && (smsUrl.startsWith('https:') || isLoopback(new URL(smsUrl).hostname));
  if (smsUrl !== undefined && !isSafe)
    throw wrong('SMS_URL', unsaid(smsUrl), 'https://user:password@host/path; http:// only to this machine');
  return { smtpUrl, mailFrom, smsUrl };
}

const isAddress = (url: string, protocols: readonly string[]): boolean =>
  URL.canParse(url) && protocols.includes(new URL(url).protocol) && new URL(url).hostname !== '';
/** Stands for a value that may hold a password. */
const unsaid = (value: string): string => `(${value.length} characters)`;

function readFeed(env: Env): FeedConfig {
  const feed = choice(env, 'FEED', ['synthetic', 'replay'], 'synthetic');
  const feedFile = text(env, 'FEED_FILE') ?? '';
  const feedClock = choice(env, 'FEED_CLOCK', ['now', 'recorded'], 'now');
  if (feed === 'replay' && feedFile === '') throw wrong('FEED_FILE', '', 'the path of a csv or csv.gz file when FEED=replay');
  if (feed === 'replay' && !existsSync(feedFile)) throw wrong('FEED_FILE', feedFile, 'the path of a csv or csv.gz file that exists');
  const feedSpeed = speed(env);
  if (feedSpeed === 'max' && (feed !== 'replay' || feedClock !== 'recorded')) {
    throw wrong('FEED_SPEED', 'max', 'max only with FEED=replay and FEED_CLOCK=recorded; otherwise a number from 0.01 to 1000');
  }
  if (feed === 'synthetic' && feedClock === 'recorded') throw wrong('FEED_CLOCK', 'recorded', 'recorded only with FEED=replay');
  const feedSymbol = text(env, 'FEED_SYMBOL') ?? 'EURUSD';
  if (!/^[A-Z0-9]{2,20}$/.test(feedSymbol)) throw wrong('FEED_SYMBOL', feedSymbol, 'the code of a product such as EURUSD');
  return { feed, feedFile, feedSymbol, feedSpeed, feedClock, seed: seed(env) };
}

const seed = (env: Env): number | undefined => (text(env, 'SEED') === undefined ? undefined : integer(env, 'SEED', 0, 0, 4_294_967_295));

function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

function integer(env: Env, name: string, preset: number, min: number, max: number): number {
  const got = text(env, name);
  if (got === undefined) return preset;
  const value = Number(got);
  if (!/^\d{1,10}$/.test(got) || value < min || value > max) throw wrong(name, got, `a whole number from ${min} to ${max}`);
  return value;
}

function choice<const T extends string>(env: Env, name: string, allowed: readonly T[], preset: T): T {
  const got = text(env, name) ?? preset;
  const found = allowed.find((value) => value === got);
  if (found === undefined) throw wrong(name, got, allowed.join(', '));
  return found;
}

function host(env: Env): string {
  const got = text(env, 'HOST') ?? '127.0.0.1';
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(got)) throw wrong('HOST', got, 'an address or a host name');
  return got;
}

function databaseUrl(env: Env): string | undefined {
  const got = text(env, 'DATABASE_URL');
  if (got === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(got) || !URL.canParse(got)) {
    throw wrong('DATABASE_URL', unsaid(got), 'postgres://user:password@host:port/database');
  }
  return got;
}

function secretsKey(env: Env): string | undefined {
  const got = text(env, 'SECRETS_KEY');
  if (got !== undefined && !/^[0-9a-f]{64}$/.test(got))
    throw wrong('SECRETS_KEY', `(${got.length} characters)`, '64 hex digits, small letters');
  return got;
}

/** A name and no address: whoever pins it must find the same name for as long as the log is. */
function readTapeLog(env: Env, profile: Profile): Pick<Config, 'tapeOrigin' | 'tapeKeyDir'> {
  const tapeOrigin = text(env, 'TAPE_ORIGIN');
  const takes = 'a name without a scheme such as trade.example/tape';
  if (tapeOrigin === undefined && profile === 'production') throw wrong('TAPE_ORIGIN', '', `${takes} when PROFILE=production`);
  if (tapeOrigin !== undefined && !/^[a-z0-9][a-z0-9.-]{2,100}(\/[A-Za-z0-9._-]{1,50}){0,4}$/.test(tapeOrigin))
    throw wrong('TAPE_ORIGIN', tapeOrigin, takes);
  return { tapeOrigin, tapeKeyDir: tapeKeyDir(env) };
}

const tapeKeyDir = (env: Env): string => text(env, 'TAPE_KEY_DIR') ?? join(text(env, 'DATA_DIR') ?? '.data', 'tape-log');

function speed(env: Env): number | 'max' {
  const got = text(env, 'FEED_SPEED') ?? '1';
  if (got === 'max') return 'max';
  const value = Number(got);
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(got) || value < 0.01 || value > 1_000) {
    throw wrong('FEED_SPEED', got, 'a number from 0.01 to 1000, or max');
  }
  return value;
}

function addressRanges(env: Env): readonly string[] {
  const got = text(env, 'TRUST_PROXY');
  if (got === undefined) return [];
  const ranges = got.split(',').map((range) => range.trim());
  if (!ranges.every((range) => /^[0-9a-fA-F.:]{2,45}(\/\d{1,3})?$/.test(range))) {
    throw wrong('TRUST_PROXY', got, 'addresses or CIDR ranges, separated by commas');
  }
  return ranges;
}

/** Whoever is verified by waiting has proven nothing (decision D9.32). */
function reviewAfterMs(env: Env, profile: Profile): number | undefined {
  const got = text(env, 'REVIEW_AFTER_S');
  if (got !== undefined && profile === 'production') throw wrong('REVIEW_AFTER_S', got, 'nothing when PROFILE=production');
  const seconds = profile === 'demo' ? integer(env, 'REVIEW_AFTER_S', DEMO_REVIEW_AFTER_S, 0, 86_400) : 0;
  return seconds > 0 ? seconds * 1_000 : undefined;
}

function origins(env: Env): readonly string[] {
  const got = text(env, 'PUBLIC_ORIGIN');
  if (got === undefined) return [];
  const list = got.split(',').map((origin) => origin.trim().replace(/\/$/, ''));
  const isOrigin = (origin: string) => /^https?:\/\//.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
  if (!list.every(isOrigin)) throw wrong('PUBLIC_ORIGIN', got, 'origins such as https://trade.example, separated by commas');
  return list;
}
