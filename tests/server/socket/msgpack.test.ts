/** The msgpack profile: quotes in binary frames that say what the JSON profile says, everything else in JSON text. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parseSocket } from '#protocol/parse-socket.ts';
import { ProductCodes } from '#protocol/product-codes.ts';
import { QuoteBatch } from '#protocol/quote-batch.ts';
import type { SymbolEntry } from '#protocol/quote-row.ts';
import { QuoteRows } from '#protocol/quote-rows.ts';
import { SOCKET_PATH } from '#protocol/socket.ts';
import { type StartedApp, startApp } from '../start-app.ts';

let app: StartedApp;
beforeEach(async () => {
  app = await startApp();
  await app.pushTick('EURUSD', '1.08345');
});
afterEach(() => app.close());

type Told = { symbol: string; close: number; high: number; low: number; volume: number; n: number };

/** A client of either profile that keeps what batches told it, as the engine's reader reads them. */
class Reader {
  readonly told: Told[] = [];
  readonly seqs: number[] = [];
  readonly #codes = new ProductCodes();
  readonly #rows = new QuoteRows(this.#codes);
  readonly #names: string[];
  texts = 0;
  binaries = 0;
  table: readonly SymbolEntry[] | undefined;
  snapshots = 0;
  readonly #socket: WebSocket;

  constructor(profile: string) {
    this.#names = app.server.catalogue.products().map((product) => product.code);
    this.#codes.set(this.#names);
    this.#socket = new WebSocket(`${app.url.replace('http', 'ws')}${SOCKET_PATH}`);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.on('open', () => this.say({ type: 'hello', v: 2, lang: 'en', profile, id: 1 }));
    this.#socket.on('message', (data, isBinary) => (isBinary ? this.#binary(data as ArrayBuffer) : this.#text(data.toString())));
  }

  say(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  close(): void {
    this.#socket.terminate();
  }

  #binary(frame: ArrayBuffer): void {
    this.binaries++;
    expect(this.#rows.open(new Uint8Array(frame).slice().buffer)).toBeUndefined();
    this.seqs.push(this.#rows.seq);
    const batch = new QuoteBatch();
    this.#rows.read(batch);
    this.#take(batch);
  }

  #text(text: string): void {
    for (const message of parseSocket(text).messages) {
      if (message.kind === 'sub') {
        this.snapshots++;
        this.table = message.table;
        if (message.table) this.#rows.setTable(message.table);
      }
      if (message.kind !== 'quotes') continue;
      this.texts++;
      this.seqs.push(message.seq);
      const batch = new QuoteBatch();
      for (const row of message.rows) batch.add(this.#codes.indexOf(row.symbol), row);
      this.#take(batch);
    }
  }

  #take(batch: QuoteBatch): void {
    for (let row = 0; row < batch.count; row++) {
      const [close = 0, high = 0, low = 0, volume = 0, n = 0] = [batch.close, batch.runHigh, batch.runLow, batch.runVolume, batch.n].map(
        (column) => column[row],
      );
      this.told.push({ symbol: this.#names[batch.index[row] as number] ?? '', close, high, low, volume, n });
    }
  }
}

/** Moves the clock while frames travel. */
async function run(byMs: number): Promise<void> {
  for (let ms = 0; ms < byMs; ms += 50) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    await app.clock.advance(50);
  }
}

/** The door lets connections in turn by turn; then their hello is on its way. */
async function opened(...readers: Reader[]): Promise<void> {
  while (!readers.every(({ isOpen }) => isOpen)) await run(50);
  await run(300);
}

describe('the socket in msgpack', () => {
  it('tells the same prices, extremes, volumes and numbers as JSON does, with no hole in either sequence', async () => {
    const readers = ['trade.v2.msgpack', 'trade.v2.json'].map((profile) => new Reader(profile));
    const [binary, json] = readers as [Reader, Reader];
    await opened(...readers);
    for (const reader of readers) reader.say({ type: 'sub', topic: 'DAY_MARKET', id: 2, symbols: ['EURUSD', 'XAUUSD', 'BTCUSD'] });
    await run(300);
    expect(binary.table).toHaveLength(42);
    expect(json.table).toBeUndefined();
    for (let tick = 0; tick < 60; tick++) {
      await app.pushTick('EURUSD', `1.08${400 + ((tick * 37) % 300)}`, '1.25');
      await app.pushTick('XAUUSD', `24${10 + (tick % 7)}.5${tick % 10}`, `${tick}.00000001`);
      if (tick % 3 === 0) await app.pushTick('BTCUSD', `6${1_000 + tick * 10}.07`);
      await run(100);
    }
    await run(3_000);
    for (const reader of readers) reader.close();
    // Within a batch, what goes as JSON comes first.
    const bySymbol = ({ told }: Reader) => [...told].sort((a, b) => a.symbol.localeCompare(b.symbol) || a.n - b.n);
    expect(bySymbol(binary)).toEqual(bySymbol(json));
    expect(binary.told.length).toBeGreaterThan(100);
    expect(new Set(binary.told.map((row) => row.symbol)).size).toBe(3);
    expect(binary.binaries).toBeGreaterThan(30);
    expect(json.binaries).toBe(0);
    for (const { seqs } of readers) expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });

  it('a change of the day that its run does not tell comes in JSON, and the table comes once', async () => {
    const reader = new Reader('trade.v2.msgpack');
    await opened(reader);
    reader.say({ type: 'sub', topic: 'DAY_MARKET', id: 2, symbols: ['EURUSD'] });
    await run(300);
    // What a node tells of a product for the first time is its whole day.
    await app.pushTick('EURUSD', '1.08350');
    await run(300);
    const { texts } = reader;
    for (const price of ['1.08400', '1.08300', '1.08350']) {
      await app.pushTick('EURUSD', price);
      await run(200);
    }
    expect([reader.texts, reader.binaries >= 3]).toEqual([texts, true]);
    reader.say({ type: 'sub', topic: 'DAY_MARKET', id: 3, symbols: ['EURUSD', 'XAUUSD'] });
    await run(300);
    expect([reader.snapshots, reader.table]).toEqual([2, undefined]);
    reader.close();
  });

  it('a profile that the server does not know is spoken as JSON', async () => {
    const reader = new Reader('trade.v9.cbor');
    await opened(reader);
    reader.say({ type: 'sub', topic: 'DAY_MARKET', id: 2, symbols: ['EURUSD'] });
    await run(300);
    await app.pushTick('EURUSD', '1.08351');
    await run(300);
    expect([reader.binaries, reader.texts > 0, reader.told.at(-1)?.close]).toEqual([0, true, 1.08351]);
    reader.close();
  });
});
