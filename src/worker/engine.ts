/**
 * The market engine: one object that owns the socket, the quote book, the open chart, the account and the frames, and nothing global.
 * Commands come down from the page, frames go up. Clock, randomness, socket, fetch and storage are passed in, so that a seeded
 * simulation can drive it; with the same parts and the same commands it does the same.
 */

import type { EngineApi, EngineEvent, EngineOptions, EngineSession, EngineStats, PageSignal } from '#protocol/engine-api.ts';
import type { QuoteBatch } from '#protocol/quote-batch.ts';
import type { Received } from '#protocol/received.ts';
import { TOPIC } from '#protocol/socket.ts';
import { LazyAccount } from './account/lazy-account.ts';
import type { ticketEstimate } from './account/ticket.ts';
import { LazyChart } from './candles/lazy-chart.ts';
import type { EngineCode } from './engine-code.ts';
import { type EngineFigures, figuresOf, headerOf, linkLifeOf } from './engine-figures.ts';
import type { EngineParts } from './engine-parts.ts';
import { engineReads } from './engine-reads.ts';
import { firstLook } from './first-look.ts';
import { EventQueue } from './frames/event-queue.ts';
import { FramePump } from './frames/frame-pump.ts';
import { FrameSource } from './frames/frame-source.ts';
import { FirstPrices } from './glance.ts';
import { LazyModule } from './lazy-module.ts';
import { PageLife } from './page-life.ts';
import { Market } from './quotes/market.ts';
import { Channel } from './socket/channel.ts';

/** Base cannot see a hole, so private lists are read again so often while the page is visible. */
const BASE_RELOAD_MS = 60_000;
const VISITOR: EngineSession = { token: '', uid: '', realm: 'real' };
/** A link that comes back says so with its first prices, or after this: a frame of its own would be in their way until it is painted. */
const LINK_NEWS_WITHIN_MS = 500;

export function createEngine(parts: EngineParts, code: EngineCode): EngineApi {
  return new Engine(parts, code).api();
}

class Engine {
  readonly #parts: EngineParts;
  readonly #market: Market;
  readonly #events = new EventQueue();
  readonly #chart: LazyChart;
  readonly #account: LazyAccount;
  readonly #estimate: LazyModule<typeof ticketEstimate>;
  readonly #channel: Channel;
  readonly #source: FrameSource;
  readonly #pump: FramePump;
  readonly #page: PageLife;
  readonly #firstPrices: FirstPrices;
  #options: EngineOptions = { origin: '', socketUrl: '', lang: 'en', profiles: '' };
  #session: EngineSession | null = null;
  #lookFirst: () => void = () => undefined;
  #link: 'connecting' | 'open' | 'closed' = 'connecting';
  #arrivedAt = 0;

  constructor(parts: EngineParts, code: EngineCode) {
    this.#parts = parts;
    const onChange = () => this.#pump.want();
    const emit = (event: EngineEvent) => this.#emit(event);
    const reads = engineReads(parts, {
      origin: () => this.#options.origin,
      lang: () => this.#options.lang,
      caller: () => this.#session ?? VISITOR,
      onSessionLost: () => emit({ type: 'session-refused' }),
      onServerDate: ({ serverMs, sentAtMs, receivedAtMs }) =>
        this.#channel.serverTime.header({ serverMs, tripMs: receivedAtMs - sentAtMs, steadyMs: parts.clock.steady() }),
    });
    this.#market = new Market({
      clock: parts.clock,
      fetchProducts: reads.products,
      link: () => linkLifeOf(this.#channel, this.#link === 'open'),
      emit,
      onProducts: () => {
        this.#lookFirst();
        this.#channel.frames.readEarly();
        this.#subscribe();
      },
      onTick: (product, batch, row, timeMs) => {
        if (product.id === this.#chart.request?.productId) this.#chart.tick(batch, row, timeMs);
      },
      nextStaleAt: () => this.#source.nextStaleAt(),
      onStale: onChange,
    });
    this.#chart = new LazyChart(parts.clock, code, { fetchBars: reads.bars, emit, onChange });
    this.#account = new LazyAccount(parts.clock, code, {
      clock: parts.clock,
      book: this.#market.book,
      request: reads.request,
      link: () => this.#channel,
      emit: (event) => {
        if (event.type === 'orders') this.#source.forgetOrders();
        emit(event);
        this.#subscribe();
      },
      onChange,
    });
    this.#estimate = new LazyModule(parts.clock, { load: async () => (await code.ticket()).ticketEstimate, onHere: onChange });
    this.#channel = new Channel(parts, this.#market.book.codes, {
      onQuotes: (batch) => this.#quoted(batch),
      onReceived: (message) => this.#received(message),
      onEvent: (event) => this.#account.onEvent(event),
      onConnected: (isFirst) => this.#connected(isFirst),
      onEventsBegin: () => this.#reloadPrivate(),
      onBarsBegin: () => this.#chart.mend(),
      onPosition: (answer) => this.#account.onPosition(answer),
      position: (topic) => this.#account.module.here?.position(topic),
      onGap: (topic) => (topic === TOPIC.account ? this.#account.reloadSoon() : this.#chart.refresh()),
      onLink: (state, retryInMs) => this.#linkChanged(state, retryInMs),
      onSessionRefused: () => {
        emit({ type: 'session-refused' });
        emit({ type: 'resync' });
      },
      isMarketOpen: () => this.#market.isAnyOpen,
    });
    this.#source = new FrameSource({
      book: this.#market.book,
      chart: this.#chart,
      account: this.#account,
      estimate: this.#estimate,
      events: this.#events,
      steady: () => parts.clock.steady(),
      link: () => this.#market.life(),
      hasSession: () => this.#session !== null,
      header: () => headerOf(this.#figures()),
    });
    this.#pump = new FramePump(parts.clock, (buffer) => this.#fill(buffer), parts.warn);
    this.#page = this.#pageLife();
    this.#firstPrices = new FirstPrices(parts, { market: this.#market, source: this.#source, pump: this.#pump });
  }

  api(): EngineApi {
    return {
      start: (options) => this.#start(options),
      show: (sink) => this.#pump.start(sink),
      ensure: () => this.#channel.link.ensure(),
      refresh: () => this.#market.refresh(),
      setSite: (site) => {
        this.#channel.setProfiles(site.profiles);
        this.#source.setSite(site);
        this.#pump.want();
      },
      setSession: (session) => this.#setSession(session),
      setLang: (lang) => {
        // The list's names are in a language: it is read again for another, and not at every start.
        if (lang === this.#options.lang) return;
        this.#options = { ...this.#options, lang };
        this.#channel.lang = lang;
        this.#market.refresh();
      },
      signal: (signal) => this.#signal(signal),
      watchQuotes: (productIds) => this.#watch(() => this.#source.watchQuotes(productIds)),
      watchChart: (request) => this.#watch(() => this.#chart.show(request)),
      olderBars: () => this.#chart.older(),
      watchOrders: (on) => this.#watch(() => this.#source.watchOrders(on)),
      watchTicket: (ticket) => this.#watch(() => this.#source.watchTicket(ticket)),
      putOrder: (order) => {
        this.#account.putOrder(order);
        // A micro trade wants the prices of its product.
        this.#subscribe();
      },
      putReply: (data) => this.#account.putReply(data),
      receipts: (ask) => this.#account.module.here?.receipts(ask),
      stats: async () => this.#stats(),
    };
  }

  #pageLife(): PageLife {
    return new PageLife(this.#parts.clock, {
      onVisible: (visible) => {
        this.#pump.setVisible(visible);
        this.#channel.subscriptions.setHidden(!visible);
      },
      onAsleep: () => this.#channel.subscriptions.setAsleep(true),
      onAwake: () => {
        this.#channel.subscriptions.setAsleep(false);
        this.#resync();
      },
    });
  }

  #stats(): EngineStats {
    // The watchdog then starts another worker, whose first try is a real one.
    if (this.#link === 'open' && [this.#chart.module, this.#estimate, this.#account.module].some((module) => module.isStuck))
      throw new Error('did not arrive');
    return this.#figures();
  }

  #start(options: EngineOptions): void {
    this.#options = options;
    this.#lookFirst = firstLook(options.firstLook, this.#market.book, this.#source, this.#chart);
    this.#market.refresh();
    this.#channel.start(options.socketUrl, options.lang, options.profiles);
    this.#reloadInBase();
  }

  #setSession(session: EngineSession | null): void {
    this.#session = session;
    this.#channel.setSession(session);
    this.#account.setSession(session);
    this.#pump.want();
  }

  #signal(signal: PageSignal): void {
    if (signal === 'offline') this.#market.offline = true;
    if (signal === 'online') this.#market.offline = false;
    this.#page.signal(signal);
    this.#channel.link.signal(signal);
    this.#pump.want();
  }

  #watch(change: () => void): void {
    change();
    this.#subscribe();
    this.#pump.want();
  }

  /** Tells the channel which products are looked at: those on screen, of the chart, of the ticket, of open orders. */
  #subscribe(): void {
    const ids = [...this.#source.watchedIds, this.#chart.request?.productId, this.#source.ticket?.productId];
    const codes = new Set(ids.map((id) => this.#market.codeOf(id)));
    for (const code of this.#account.productCodes) codes.add(code);
    this.#channel.subscriptions.setQuotes([...codes].filter((code) => code !== undefined));
    this.#channel.subscriptions.setFigures(this.#source.showsFigures);
    const { request } = this.#chart;
    const code = this.#market.codeOf(request?.productId);
    this.#channel.subscriptions.setChart(request && code ? { code, period: request.period } : null);
  }

  /** After a reconnect; what is private is read when its events flow again, so that nothing falls in between. */
  #connected(isFirst: boolean): void {
    if (isFirst) return;
    this.#market.refresh();
    this.#chart.refresh();
    // It goes with the news of the link.
    if (!this.#session) this.#events.push({ type: 'resync' });
  }

  #reloadPrivate(): void {
    this.#account.reloadSoon();
    this.#emit({ type: 'resync' });
  }

  /** Whatever REST told may be old: read it again, and have the page do the same. */
  #resync(): void {
    this.#market.refresh();
    this.#chart.refresh();
    this.#reloadPrivate();
  }

  #reloadInBase(): void {
    this.#parts.clock.after(BASE_RELOAD_MS, () => {
      this.#reloadInBase();
      if (this.#channel.isExt || !this.#page.visible || !this.#session || this.#link !== 'open') return;
      this.#reloadPrivate();
    });
  }

  #linkChanged(state: 'connecting' | 'open' | 'closed', retryInMs: number): void {
    this.#link = state;
    this.#events.push({ type: 'link', state, retryInMs });
    if (state === 'closed') this.#pump.want();
    else this.#parts.clock.after(LINK_NEWS_WITHIN_MS, () => this.#pump.want());
  }

  #quoted(batch: QuoteBatch): void {
    this.#arrivedAt = this.#channel.link.heardAt;
    this.#market.take(batch, this.#arrivedAt);
    this.#firstPrices.want();
    this.#pump.want();
  }

  #received(message: Received): void {
    this.#arrivedAt = this.#channel.link.heardAt;
    if (message.kind === 'bar') {
      if (message.bar.symbol === this.#market.codeOf(this.#chart.request?.productId)) this.#chart.push(message.bar);
    } else if (message.kind === 'account') {
      this.#account.onSnapshot(message.snapshot);
    }
  }

  #fill(buffer: ArrayBuffer) {
    const frame = this.#source.fill(buffer);
    this.#market.watchStale();
    return frame;
  }

  #figures(): EngineFigures {
    const at = { socket: this.#link, arrivedAt: this.#arrivedAt, steadyMs: this.#parts.clock.steady() };
    return figuresOf(this.#channel, this.#market, this.#pump, at);
  }

  #emit(event: EngineEvent): void {
    this.#events.push(event);
    this.#pump.want();
  }
}
