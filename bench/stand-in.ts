/**
 * A back end of the specification without any mercy: base profile, every tick sent, nothing conflated. The reference server conflates,
 * so no page of it ever sees 10,000 ticks a second. It runs as a process of its own; `bench/lib/stand-in-client.ts` starts it and asks it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { SOCKET_PATH } from '../src/protocol/socket.ts';
import { StandInBars } from './lib/stand-in-bars.ts';
import { sendFile } from './lib/stand-in-files.ts';
import { StandInMarket } from './lib/stand-in-market.ts';
import { standInRest } from './lib/stand-in-rest.ts';
import { StandInSocket } from './lib/stand-in-socket.ts';
import { STAND_IN_DEFAULTS, type StandInAsk, type StandInOptions, type StandInReply, type StandInReport } from './lib/stand-in-words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let options: StandInOptions = { ...STAND_IN_DEFAULTS, ...(JSON.parse(process.argv[2] ?? '{}') as Partial<StandInOptions>) };
let market = new StandInMarket(options.symbols, options.seed);
let bars = new StandInBars(market);
let answer = standInRest({ market, bars });
const hub = new StandInSocket(market, bars, options);

function set(changes: Partial<StandInOptions>): void {
  const before = options;
  options = { ...options, ...changes };
  hub.options = options;
  if (options.symbols === before.symbols && options.seed === before.seed) return;
  market = new StandInMarket(options.symbols, options.seed);
  bars = new StandInBars(market);
  answer = standInRest({ market, bars });
  hub.market = market;
  hub.bars = bars;
}

const server = createServer((request, reply) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
  if (!/^\/(v2\/)?api\//.test(pathname)) {
    sendFile(reply, { folder: join(root, options.site), path: pathname, host: request.headers.host });
    return;
  }
  const envelope = answer(pathname, { query: searchParams, token: request.headers.authorization ?? '' });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  reply.writeHead(envelope ? 200 : 404, headers).end(JSON.stringify(envelope ?? null));
});
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
server.on('upgrade', (request, socket, head) => {
  if (new URL(request.url ?? '/', 'http://stand-in').pathname !== SOCKET_PATH) socket.destroy();
  else sockets.handleUpgrade(request, socket, head, (opened) => hub.join(opened));
});

function report(): StandInReport {
  const { user, system } = process.cpuUsage();
  const { sent, frames, skipped, late, maxBuffered, sockets: open } = hub;
  hub.maxBuffered = 0;
  return { sent, frames, skipped, late, maxBuffered, cpuMs: (user + system) / 1_000, sockets: open };
}

const say = (id: number): void => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ id, port, report: report() } satisfies StandInReply);
};
process.on('message', (ask: StandInAsk) => {
  if (ask.kind === 'set') set(ask.options);
  if (ask.kind === 'drop') hub.drop();
  say(ask.id);
});
// Whoever started it is gone: nobody would ever end it.
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  say(0);
  if (!process.send) console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
