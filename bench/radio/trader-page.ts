/**
 * A trader with an open order on a phone's page, behind a proxy that counts what the radio brings. The bench drives the built product from
 * outside: what is on screen is read from the page, what came in from the bytes of the connection.
 */
import { unpack } from 'msgpackr/unpack';
import type { Browser, Page } from 'playwright';
import { QUOTE_HEAD, QUOTE_ROW } from '../../src/protocol/quote-row.ts';
import { SOCKET_PATH, TOPIC } from '../../src/protocol/socket.ts';
import { assertOutput } from '../lib/bench.ts';
import { type CountingProxy, countingProxy } from '../lib/counting-proxy.ts';

/** Rows a little outside the screen are watched too (`src/ui/engine/watch.ts`). */
const MARGIN_PX = 120;
const LIVE_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 200;
/** A stay waits so long for what must happen in it: of a product that moves every 2 s in the median, one in a thousand million stands still. */
const LIFE_WITHIN_MS = 60_000;
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/**
 * Script of the page: texts of prices in sight by symbol, those a little outside, and whether one in sight is stale. A page that was left
 * keeps its rows, unseen; the last card of a strip that scrolls sideways is beside the screen.
 */
const LOOK = `(() => {
  const seen = {}, near = [];
  let stale = 0;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const isSeen = ({ top, bottom, left, right }) => bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  for (const element of shown('[data-symbol]')) {
    const box = element.getBoundingClientRect();
    const symbol = element.getAttribute('data-symbol');
    if (box.bottom > -${MARGIN_PX} && box.top < innerHeight + ${MARGIN_PX}) near.push(symbol);
    if (isSeen(box)) seen[symbol] = element.textContent;
  }
  for (const element of shown('[data-old] .live')) {
    if (isSeen(element.getBoundingClientRect())) stale++;
  }
  return { seen, near, stale };
})()`;
const HIDE = `Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));`;
const SHOW = HIDE.replace('=> true', '=> false');
/** Breaks the page: every row counts as in sight. */
const SEE_EVERYTHING = `globalThis.IntersectionObserver = class {
  constructor(tell) { this.tell = tell; }
  observe(target) { queueMicrotask(() => this.tell([{ target, isIntersecting: true }])); }
  unobserve() {}
  disconnect() {}
};`;
const BUY = `fetch('/v2/api/forex/submit', {
  method: 'POST',
  headers: { authorization: localStorage.getItem('token') ?? '', 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100', client_id: crypto.randomUUID() }),
}).then((reply) => reply.json()).then(({ code }) => code)`;

type Look = { readonly seen: Readonly<Record<string, string>>; readonly near: readonly string[]; readonly stale: number };
/** What one stay on a screen cost, and what it showed. */
export type Stay = {
  readonly seconds: number;
  readonly bytes: number;
  /** Changes of each price in sight; those of a price that came in over the counted connection during the stay. */
  readonly changes: ReadonlyMap<string, number>;
  readonly paidChanges: number;
  readonly stale: number;
};
type StayOptions = {
  readonly ms: number;
  /** Symbols that may come in besides those in sight, such as the chart's. */
  readonly others: readonly string[];
  /** The stay goes on until this is true of it and of what was in sight all the time, but not for longer than `LIFE_WITHIN_MS`. */
  readonly until?: (sofar: Pick<Stay, 'changes' | 'paidChanges'>) => boolean;
};

export class TraderPage {
  readonly #page: Page;
  readonly #proxy: CountingProxy;
  readonly #table: string[] = [];
  /** Symbols of quotes that came in since the last stay began. */
  readonly #came = new Set<string>();
  /** Symbols that the page asks the server for now; `undefined`: for all there are. */
  #asked: readonly string[] | undefined = [];

  private constructor(page: Page, proxy: CountingProxy) {
    this.#page = page;
    this.#proxy = proxy;
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.#note(payload));
      socket.on('framesent', ({ payload }) => this.#noteAsked(String(payload)));
    });
  }

  /** Opens Home, logged in, with an order on EURUSD. `profiles`: what the server is to offer; its own when absent. */
  static async open(browser: Browser, port: number, how: { profiles?: string | undefined; seesEverything: boolean }): Promise<TraderPage> {
    const proxy = await countingProxy(port, SOCKET_PATH);
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    if (how.seesEverything) await page.addInitScript(SEE_EVERYTHING);
    const { profiles } = how;
    if (profiles !== undefined) {
      await page.route('**/getBasicInfo*', async (route) => {
        const reply = await route.fetch();
        const body = (await reply.json()) as { data: object };
        await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, ws_profiles: profiles } } });
      });
    }
    const trader = new TraderPage(page, proxy);
    await page.goto(`${proxy.url}/#/login`);
    await page.getByRole('button', { name: /demo/i }).click();
    await page.waitForFunction(() => !location.hash.includes('/login'), undefined, { timeout: LIVE_WITHIN_MS });
    await trader.go('#/');
    assertOutput((await page.evaluate(BUY)) === 1, 'the order was not placed');
    return trader;
  }

  /** Shows a screen and waits until it has prices. */
  async go(hash: string): Promise<void> {
    await this.#page.evaluate(`location.hash = '${hash}'`);
    const until = performance.now() + LIVE_WITHIN_MS;
    while (!/\d\.\d/.test(Object.values((await this.#look()).seen).join(' '))) {
      assertOutput(performance.now() < until, `no price came on ${hash}`);
      await this.#page.waitForTimeout(LOOK_EVERY_MS);
    }
  }

  /** Waits for the first candles of the chart. */
  async candles(): Promise<void> {
    await this.#page.waitForSelector('[data-candles]:not([data-candles="0"])', { timeout: LIVE_WITHIN_MS });
  }

  hide(): Promise<unknown> {
    return this.#page.evaluate(HIDE);
  }

  show(): Promise<unknown> {
    return this.#page.evaluate(SHOW);
  }

  settle(ms: number): Promise<void> {
    return this.#page.waitForTimeout(ms);
  }

  /** Stays and counts. Throws when quotes were asked for, or came in, that nobody sees. */
  async stay({ ms, others, until = () => true }: StayOptions): Promise<Stay> {
    this.#came.clear();
    const startMs = performance.now();
    const before = this.#proxy.received();
    const passedMs = () => performance.now() - startMs;
    const changes = new Map<string, number>();
    /** In how many looks each was in sight: a mover of the day that comes and goes has no time to move. */
    const looks = new Map<string, number>();
    let looked = 0;
    const allowed = new Set(others);
    let [stale, paidChanges]: [number, number] = [0, 0];
    let last: Look['seen'] = {};
    const ofSteady = () => new Map([...changes].filter(([symbol]) => looks.get(symbol) === looked));
    while (passedMs() < ms || (passedMs() < LIFE_WITHIN_MS && !until({ changes: ofSteady(), paidChanges }))) {
      const look = await this.#look();
      looked++;
      for (const symbol of look.near) allowed.add(symbol);
      for (const [symbol, text] of Object.entries(look.seen)) {
        looks.set(symbol, (looks.get(symbol) ?? 0) + 1);
        const isChanged = symbol in last && last[symbol] !== text;
        changes.set(symbol, (changes.get(symbol) ?? 0) + (isChanged ? 1 : 0));
        if (isChanged && this.#came.has(symbol)) paidChanges++;
      }
      last = look.seen;
      stale = Math.max(stale, look.stale);
      await this.#page.waitForTimeout(LOOK_EVERY_MS);
    }
    const stay = { seconds: passedMs() / 1_000, bytes: this.#proxy.received() - before, changes: ofSteady(), paidChanges, stale };
    // Whether an unseen product ticks in so short a time is chance; whether it was asked for is not.
    const unseen = (this.#asked ?? ['every product']).filter((symbol) => !allowed.has(symbol));
    assertOutput(unseen.length === 0, `quotes that nobody sees are asked for: ${unseen.join(', ')}`);
    const extra = [...this.#came].filter((symbol) => !allowed.has(symbol));
    assertOutput(extra.length === 0, `quotes that nobody sees came in: ${extra.join(', ')}`);
    return stay;
  }

  /** From here on nothing comes in. */
  mute(): void {
    this.#proxy.mute();
  }

  async close(): Promise<void> {
    await this.#page.context().close();
    await this.#proxy.close();
  }

  async #look(): Promise<Look> {
    return (await this.#page.evaluate(LOOK)) as Look;
  }

  #noteAsked(payload: string): void {
    const message = JSON.parse(payload) as { type?: string; topic?: string; symbols?: string[] };
    if (message.topic !== TOPIC.quotes) return;
    if (message.type === 'sub') this.#asked = message.symbols;
    if (message.type === 'unsub') this.#asked = [];
  }

  #note(payload: string | Buffer): void {
    if (typeof payload === 'string') {
      const message = JSON.parse(payload) as { type?: string; table?: [string, number][]; data?: { symbol: string }[]; symbol?: string };
      if (message.table) this.#table.splice(0, this.#table.length, ...message.table.map(([code]) => code));
      if (message.type === 'DAY_MARKET') for (const row of message.data ?? [message]) this.#came.add(row.symbol ?? '');
      return;
    }
    const { bin } = unpack(payload) as { bin: Uint8Array };
    const rows = Buffer.from(bin.subarray(QUOTE_HEAD.bytes));
    for (let at = 0; at < rows.length; at += QUOTE_ROW.bytes) this.#came.add(this.#table[rows.readUInt16LE(at + QUOTE_ROW.symbol)] ?? '?');
  }
}
