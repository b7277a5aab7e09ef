/**
 * The market engine: one object that owns the socket, the quote book, the open chart, the account and the frames, and nothing global.
 * Commands come down from the page, frames go up. Clock, randomness, socket, fetch and storage are passed in, so that a seeded
 * simulation can drive it; with the same parts and the same commands it does the same.
 */
import { isPeriod } from '#domain/periods.ts';
import type { EngineApi, EngineEvent, EngineOptions, EngineSession, PageSignal, Sink } from '#protocol/engine-api.ts';
import { HEADER } from '#protocol/frame.ts';
import type { QuoteUpdate, Received } from '#protocol/received.ts';
import { TOPIC } from '#protocol/socket.ts';
import { kline, myDeal, tradeList } from '#rest/forex.ts';
import { createRequest } from '#rest/request.ts';
import { balances } from '#rest/user.ts';
import { Account } from './account/account.ts';
import { OpenChart } from './candles/open-chart.ts';
import type { EngineParts, Stop } from './engine-parts.ts';
import { EventQueue } from './frames/event-queue.ts';
import { FramePump } from './frames/frame-pump.ts';
import { FrameSource } from './frames/frame-source.ts';
import { wholeProducts } from './quotes/product-terms.ts';
import { QuoteBook, STALE_AFTER_MS } from './quotes/quote-book.ts';
import { Channel } from './socket/channel.ts';

/** Calls of `refresh` within this are one. */
const REFRESH_EVERY_MS = 1_000;
/** Base cannot see a hole, so private lists are read again so often while the page is visible. */
const BASE_RELOAD_MS = 60_000;
/** A hidden page stops to pay for quotes after this. */
const ASLEEP_AFTER_MS = 60_000;
/** Against a back end that does not repeat quotations: a link silent for so long, ping and its answer included, is stale. */
const SILENT_LINK_MS = 7_500;
/** A tick so far ahead of the server's clock is broken; it would make every later one late. */
const FUTURE_MAX_MS = 3_600_000;
/** A trade list that failed is asked for again. */
const PRODUCTS_RETRY_MS = 3_000;
const LINK_STATES = { connecting: 0, open: 1, closed: 2 } as const;

export function createEngine(parts: EngineParts): EngineApi {
  return new Engine(parts).api();
}

class Engine {
  readonly #parts: EngineParts;
  readonly #book = new QuoteBook();
  readonly #events = new EventQueue();
  readonly #chart: OpenChart;
  readonly #account: Account;
  readonly #channel: Channel;
  readonly #source: FrameSource;
  readonly #pump: FramePump;
  readonly #request;
  #options: EngineOptions = { origin: '', socketUrl: '', lang: 'en', profiles: '' };
  #session: EngineSession | null = null;
  #link: 'connecting' | 'open' | 'closed' = 'connecting';
  #offline = false;
  #visible = true;
  #arrivedAt = 0;
  #ticks = 0;
  #droppedRows = 0;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #stopRefresh: Stop | undefined;
  #stopAsleep: Stop | undefined;
  #stopStale: Stop | undefined;
  #staleAt = Number.POSITIVE_INFINITY;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    const onChange = () => this.#pump.want();
    const emit = (event: EngineEvent) => this.#emit(event);
    this.#request = createRequest({
      // Read at every call: the origin comes with `start`.
      fetch: (path, init) => parts.fetch(`${this.#options.origin}${path}`, init),
      origin: '',
      now: () => parts.clock.now(),
      sleep: (ms) => new Promise((resolve) => parts.clock.after(ms, () => resolve())),
      random: (count) => parts.randomBytes(count),
      storage: parts.storage,
      lang: () => this.#options.lang,
      token: () => this.#session?.token ?? '',
      onToast: () => undefined,
      onSessionLost: () => emit({ type: 'session-refused' }),
      onBusy: () => undefined,
      warn: (text) => parts.warn(text),
      onServerDate: (date) => this.#channel.serverTime.header(date),
    });
    this.#chart = new OpenChart({
      fetchBars: ({ productId, period }, range) => kline(this.#request, { forex_id: productId, period, ...range }, SILENT),
      emit,
      onChange,
    });
    this.#account = new Account({
      clock: parts.clock,
      book: this.#book,
      fetchOrders: (page, limit) => myDeal(this.#request, { status: 1, page, limit }, SILENT),
      fetchBalances: () => balances(this.#request, SILENT),
      emit: (event) => {
        if (event.type === 'orders') this.#source.forgetOrders();
        emit(event);
        this.#subscribe();
      },
      onChange,
    });
    this.#channel = new Channel(parts, {
      onReceived: (message) => this.#received(message),
      onEvent: (event) => this.#account.onEvent(event),
      onConnected: (isFirst) => this.#connected(isFirst),
      onEventsBegin: () => this.#reloadPrivate(),
      onBarsBegin: () => void this.#chart.mend(),
      onLoss: () => this.#reloadPrivate(),
      onGap: (topic) => this.#gap(topic),
      onLink: (state, retryInMs) => this.#linkChanged(state, retryInMs),
      onSessionRefused: () => {
        emit({ type: 'session-refused' });
        emit({ type: 'resync' });
      },
      isMarketOpen: () => this.#book.products.some((_, index) => this.#book.isOpen(index)),
    });
    this.#source = new FrameSource({
      book: this.#book,
      chart: this.#chart,
      account: this.#account,
      events: this.#events,
      steady: () => parts.clock.steady(),
      link: () => this.#linkLife(),
      hasSession: () => this.#session !== null,
      header: () => this.#header(),
    });
    this.#pump = new FramePump(
      parts.clock,
      (buffer) => this.#fill(buffer),
      (text) => parts.warn(text),
    );
  }

  api(): EngineApi {
    return {
      start: (options, sink) => this.#start(options, sink),
      ensure: () => this.#channel.link.ensure(),
      refresh: () => this.#refresh(),
      setSite: (site) => {
        this.#channel.setProfiles(site.profiles);
        this.#source.setSite(site);
        this.#pump.want();
      },
      setSession: (session) => this.#setSession(session),
      setLang: (lang) => {
        this.#options = { ...this.#options, lang };
        this.#channel.setLang(lang);
        this.#refresh();
      },
      signal: (signal) => this.#signal(signal),
      watchQuotes: (productIds) => this.#watch(() => this.#source.watchQuotes(productIds)),
      watchChart: (request) => this.#watch(() => this.#chart.show(request && isPeriod(request.period) ? request : null)),
      olderBars: () => void this.#chart.older(),
      watchOrders: (on) => this.#watch(() => this.#source.watchOrders(on)),
      watchTicket: (ticket) => this.#watch(() => this.#source.watchTicket(ticket)),
      putOrder: (row) => this.#account.putOrder(row),
      stats: async () => ({
        ticks: this.#ticks,
        frames: this.#pump.sent,
        dropped: this.#dropped,
        reconnects: this.#channel.link.reconnects,
        socket: this.#link,
      }),
    };
  }

  async #start(options: EngineOptions, sink: Sink): Promise<void> {
    this.#options = options;
    this.#pump.start(sink);
    this.#refresh();
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
    if (signal === 'offline') this.#offline = true;
    if (signal === 'online') this.#offline = false;
    if (signal === 'hidden') this.#setVisible(false);
    if (signal === 'freeze') this.#fallAsleep();
    if (signal === 'visible' || signal === 'pageshow' || signal === 'resume') this.#setVisible(true);
    this.#channel.signal(signal);
    this.#pump.want();
  }

  #setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#pump.setVisible(visible);
    this.#stopAsleep?.();
    this.#stopAsleep = undefined;
    if (visible) this.#wakeUp();
    else this.#stopAsleep = this.#parts.clock.after(ASLEEP_AFTER_MS, () => this.#fallAsleep());
  }

  #fallAsleep(): void {
    this.#isAsleep = true;
    this.#channel.subscriptions.setAsleep(true);
  }

  /** Nobody listened meanwhile: quotes come back by their snapshot, everything else by REST. */
  #wakeUp(): void {
    if (!this.#isAsleep) return;
    this.#isAsleep = false;
    this.#channel.subscriptions.setAsleep(false);
    this.#resync();
  }
  #isAsleep = false;

  #watch(change: () => void): void {
    change();
    this.#subscribe();
    this.#pump.want();
  }

  /** Tells the channel which products are looked at: those on screen, of the chart, of the ticket, of open orders. */
  #subscribe(): void {
    const ids = [...this.#source.watchedIds, this.#chart.request?.productId, this.#source.ticket?.productId];
    const indexes = new Set(ids.map((id) => (id === undefined ? undefined : this.#book.indexOfId(id))));
    for (const order of this.#account.orders) indexes.add(this.#account.productIndex(order.row));
    indexes.delete(undefined);
    this.#channel.subscriptions.setQuotes([...indexes].map((index) => this.#book.products[index as number]?.Code ?? ''));
    const { request } = this.#chart;
    const index = request ? this.#book.indexOfId(request.productId) : undefined;
    const code = index === undefined ? undefined : this.#book.products[index]?.Code;
    this.#channel.subscriptions.setChart(request && code ? { code, period: request.period } : null);
  }

  #refresh(): void {
    const waitMs = this.#refreshedAt + REFRESH_EVERY_MS - this.#parts.clock.steady();
    this.#stopRefresh ??= this.#parts.clock.after(Math.max(0, waitMs), () => {
      this.#stopRefresh = undefined;
      this.#refreshedAt = this.#parts.clock.steady();
      void this.#loadProducts();
    });
  }

  async #loadProducts(): Promise<void> {
    try {
      const rows = wholeProducts(await tradeList(this.#request, SILENT));
      const serverMs = this.#serverMs();
      const ageMs = (confirmedMs: number) => (this.#channel.serverTime.isKnown ? serverMs - confirmedMs : Number.POSITIVE_INFINITY);
      this.#book.setProducts(rows, this.#parts.clock.steady(), ageMs);
      this.#emit({ type: 'products', rows });
      this.#subscribe();
    } catch {
      this.#emit({ type: 'products-failed' });
      if (this.#book.products.length === 0) this.#parts.clock.after(PRODUCTS_RETRY_MS, () => this.#refresh());
    }
  }

  /** After a reconnect; what is private is read when its events flow again, so that nothing falls in between. */
  #connected(isFirst: boolean): void {
    if (isFirst) return;
    this.#refresh();
    void this.#chart.refresh();
    if (!this.#session) this.#emit({ type: 'resync' });
  }

  #reloadPrivate(): void {
    this.#account.reloadSoon();
    this.#emit({ type: 'resync' });
  }

  /** Whatever REST told may be old: read it again, and have the page do the same. */
  #resync(): void {
    this.#refresh();
    void this.#chart.refresh();
    this.#reloadPrivate();
  }

  #gap(topic: string): void {
    if (topic === TOPIC.account) this.#account.reloadSoon();
    else void this.#chart.refresh();
  }

  #reloadInBase(): void {
    this.#parts.clock.after(BASE_RELOAD_MS, () => {
      this.#reloadInBase();
      if (this.#channel.isExt || !this.#visible || !this.#session || this.#link !== 'open') return;
      this.#reloadPrivate();
    });
  }

  #linkChanged(state: 'connecting' | 'open' | 'closed', retryInMs: number): void {
    this.#link = state;
    this.#emit({ type: 'link', state, retryInMs });
  }

  #received(message: Received): void {
    this.#arrivedAt = this.#parts.clock.steady();
    if (message.kind === 'quotes') {
      for (const row of message.rows) this.#quote(row);
      this.#pump.want();
      this.#watchStale();
    } else if (message.kind === 'bar') {
      const index = this.#book.indexOfCode(message.bar.symbol);
      const isShown = index !== undefined && this.#book.products[index]?.Id === this.#chart.request?.productId;
      if (isShown) this.#chart.push(message.bar);
    } else if (message.kind === 'account') {
      this.#account.onSnapshot(message.snapshot);
    }
  }

  #quote(row: QuoteUpdate): void {
    const serverMs = this.#serverMs();
    if (row.timeMs > serverMs + FUTURE_MAX_MS) {
      this.#droppedRows++;
      return;
    }
    const index = this.#book.indexOfCode(row.symbol);
    const wasOpen = index !== undefined && this.#book.isOpen(index);
    const taken = this.#book.update(row, this.#parts.clock.steady(), serverMs);
    if (taken === 'unknown' || index === undefined) return;
    this.#ticks++;
    // The list also says when a closed market opens.
    if (this.#book.isOpen(index) !== wasOpen) this.#refresh();
    const isShown = this.#book.products[index]?.Id === this.#chart.request?.productId;
    if (isShown && taken !== 'repeat') this.#chart.tick(row, Number.isNaN(row.timeMs) ? serverMs : row.timeMs);
  }

  /** One timer for the next price that turns stale by itself. */
  #watchStale(): void {
    const nextAt = this.#source.nextStaleAt(STALE_AFTER_MS);
    if (nextAt === undefined || nextAt >= this.#staleAt) return;
    this.#stopStale?.();
    this.#staleAt = nextAt;
    this.#stopStale = this.#parts.clock.after(Math.max(0, nextAt - this.#parts.clock.steady()), () => {
      this.#staleAt = Number.POSITIVE_INFINITY;
      this.#pump.want();
      this.#watchStale();
    });
  }

  #linkLife(): { silent: boolean; judgesEach: boolean } {
    const judgesEach = this.#channel.isExt || this.#channel.repeatsQuotes;
    const silentMs = this.#parts.clock.steady() - this.#channel.link.heardAt;
    const isSilent = !judgesEach && (this.#link !== 'open' || silentMs > SILENT_LINK_MS);
    return { silent: this.#offline || isSilent, judgesEach };
  }

  #fill(buffer: ArrayBuffer) {
    const frame = this.#source.fill(buffer);
    this.#watchStale();
    return frame;
  }

  #header(): Readonly<Record<number, number>> {
    const { heardAt } = this.#channel.link;
    return {
      [HEADER.link]: LINK_STATES[this.#link],
      [HEADER.serverOffsetMs]: this.#channel.serverTime.offsetMs,
      [HEADER.arrivedAt]: this.#arrivedAt,
      [HEADER.ticks]: this.#ticks,
      [HEADER.frames]: this.#pump.sent,
      [HEADER.dropped]: this.#dropped,
      [HEADER.reconnects]: this.#channel.link.reconnects,
      [HEADER.silenceMs]: Number.isFinite(heardAt) ? this.#parts.clock.steady() - heardAt : 0,
    };
  }

  get #dropped(): number {
    return this.#channel.dropped + this.#droppedRows;
  }

  #serverMs(): number {
    return this.#parts.clock.now() + this.#channel.serverTime.offsetMs;
  }

  #emit(event: EngineEvent): void {
    this.#events.push(event);
    this.#pump.want();
  }
}

/** The engine's calls show nothing by themselves: the page hears of failures by events. */
const SILENT = { silent: true } as const;
