/**
 * A folder of built files served as the product serves its own (compressed, cached, under its policy), with a small market behind it whose
 * every product is open at any hour. It notes each price that left it, by the list or by the socket: what a page shows is judged by that.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import { type FastifyInstance, fastify } from 'fastify';
import { WebSocketServer } from 'ws';
import { serveClient } from '../../server/routes/client-files.ts';
import { securityHeaders } from '../../server/routes/security-headers.ts';
import type { ProductRow } from '../../src/protocol/rest/forex.ts';
import { SOCKET_PATH } from '../../src/protocol/socket.ts';
import { StandInBars } from '../lib/stand-in-bars.ts';
import { StandInMarket } from '../lib/stand-in-market.ts';
import { standInRest } from '../lib/stand-in-rest.ts';
import { StandInSocket } from '../lib/stand-in-socket.ts';
import { STAND_IN_DEFAULTS } from '../lib/stand-in-words.ts';
import type { SiteAnswers } from './site-answers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** As busy as the demo's market on a weekday: each product ticks about twice a second. */
const TICKS_PER_SECOND = 80;
const TICKS_PER_FRAME = 4;
const SEED = 1;
/** As `server/app.ts` compresses its answers. */
const COMPRESSION = { global: true, threshold: 1_024, encodings: ['br', 'gzip'] as ('br' | 'gzip')[], brotliOptions: { params: { 1: 4 } } };
/** What the request layer adds to each call. */
const STAMP = 't';
const TRADE_LIST = '/v2/api/forex/trade_list';
/** Lines of the day are asked for once prices have stood for a second: they are no part of a start. */
const DAY_LINES = '/v2/api/forex/abbreviated_cache_kline';
const PRICE_DIGITS = 5;

/** Texts of the prices that left in this load, by the product's code. */
type Sent = Map<string, Set<string>>;

class NotedMarket extends StandInMarket {
  /** Called with every new price. */
  onTick: (code: string, text: string) => void = () => undefined;

  text(index: number): string {
    return this.price(index).toFixed(PRICE_DIGITS);
  }

  override tick(timeMs: number): number {
    const index = super.tick(timeMs);
    this.onTick(this.codes[index] as string, this.text(index));
    return index;
  }
}

export class ColdSite {
  readonly #app: FastifyInstance;
  readonly #market: NotedMarket;
  readonly #listed: Sent = new Map();
  readonly #streamed: Sent = new Map();
  /** Bytes of the answer before compression, of every call of this load, by its address. */
  readonly #calls = new Map<string, number[]>();
  origin = '';

  private constructor(app: FastifyInstance, market: NotedMarket) {
    this.#app = app;
    this.#market = market;
  }

  /** Serves `folder` (below the repository's root) on a free port. `isSilent`: the socket is open and no price ever comes. */
  static async start(folder: string, answers: SiteAnswers, isSilent = false): Promise<ColdSite> {
    const app = fastify() as unknown as FastifyInstance;
    const market = new NotedMarket(answers.products.length, SEED);
    const site = new ColdSite(app, market);
    const bars = new StandInBars(market);
    const answer = standInRest({ market, bars });
    app.addHook('onRequest', async (request, reply) => {
      const path = request.url.split('?')[0] ?? '/';
      reply.headers(securityHeaders({ host: request.headers.host, isSecure: false, path }));
    });
    await app.register(compress, COMPRESSION);
    await serveClient(app, join(root, folder));
    app.setNotFoundHandler((request, reply) => {
      const { pathname, searchParams } = new URL(request.url, 'http://site');
      const asked = { query: searchParams, token: request.headers.authorization ?? '' };
      const envelope = pathname === TRADE_LIST ? site.#list(answers.products) : answer(pathname, asked);
      const text = answers.envelopes.get(pathname) ?? (envelope && JSON.stringify(envelope));
      if (text) site.#note(request.url, text);
      const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
      return reply
        .code(text ? 200 : 404)
        .headers(headers)
        .send(text ?? 'null');
    });
    site.#openSocket(bars, isSilent);
    site.origin = await app.listen({ host: '127.0.0.1', port: 0 });
    return site;
  }

  /** Forgets what was sent and asked for: a load begins. */
  beginLoad(): void {
    for (const sent of [this.#listed, this.#streamed]) sent.clear();
    this.#calls.clear();
  }

  /** What was asked of the API in this load, sorted; the bytes of the answers, each address once; and how often one was asked for again. */
  asked(): { readonly calls: readonly string[]; readonly bytes: number; readonly repeats: number } {
    const sizes = [...this.#calls.values()];
    const bytes = sizes.reduce((sum, [first]) => sum + (first as number), 0);
    return { calls: [...this.#calls.keys()].sort(), bytes, repeats: sizes.reduce((sum, { length }) => sum + length - 1, 0) };
  }

  /** 'live': it came over the socket in this load and was not in the list; 'listed': the list had it; 'made up': nobody sent it. */
  kindOf(code: string, text: string): 'live' | 'listed' | 'made up' {
    if (this.#listed.get(code)?.has(text)) return 'listed';
    return this.#streamed.get(code)?.has(text) ? 'live' : 'made up';
  }

  get products(): number {
    return this.#market.codes.length;
  }

  async stop(): Promise<void> {
    this.#app.server.closeAllConnections();
    await this.#app.close();
  }

  #note(url: string, text: string): void {
    const { pathname, searchParams } = new URL(url, 'http://site');
    if (pathname === DAY_LINES) return;
    searchParams.delete(STAMP);
    const address = `${pathname}?${searchParams}`;
    this.#calls.set(address, [...(this.#calls.get(address) ?? []), Buffer.byteLength(text)]);
  }

  /** The product's own rows, with this market's codes and prices, all open. */
  #list(rows: readonly ProductRow[]) {
    const data = rows.map((row, index) => {
      const { open, close, high, low, change, time } = this.#market.quotation(index);
      const code = this.#market.codes[index] as string;
      put(this.#listed, code, this.#market.text(index));
      const quotations = { Open: open, Close: close, Change: change, High: high, Low: low, Time: time, Confirmed: time };
      return { ...row, Code: code, MarketStatus: 1, OpensAt: 0, PricePrecision: PRICE_DIGITS, ForexQuotations: quotations };
    });
    return { code: 1, msg: 'ok', data, ts: Date.now(), rid: 'cold-load' };
  }

  #openSocket(bars: StandInBars, isSilent: boolean): void {
    const market = this.#market;
    market.onTick = (code, text) => put(this.#streamed, code, text);
    const pace = { ticksPerSecond: isSilent ? 0 : TICKS_PER_SECOND, ticksPerFrame: TICKS_PER_FRAME };
    const hub = new StandInSocket(market, bars, { ...STAND_IN_DEFAULTS, ...pace });
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    this.#app.server.on('upgrade', (request, socket, head) => {
      if (request.url?.split('?')[0] !== SOCKET_PATH) return socket.destroy();
      // Every price moves before the first is told, so that no live price is one of the list's.
      if (!isSilent) for (let turn = 0; turn < market.codes.length; turn++) market.tick(Date.now());
      return sockets.handleUpgrade(request, socket, head, (opened) => {
        if (!isSilent) hub.join(opened);
      });
    });
    this.#app.addHook('onClose', async () => sockets.close());
  }
}

function put(sent: Sent, code: string, text: string): void {
  const texts = sent.get(code) ?? new Set();
  sent.set(code, texts.add(text));
}
