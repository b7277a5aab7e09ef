/** The list of products is written once for many callers, and none of them is told anything that an answer of their own would not say. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Envelope } from '#protocol/errors.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { setForcedClosed } from '#server/repositories/product-repository.ts';
import { putSetting } from '#server/repositories/site-repository.ts';
import { type StartedApp, startApp } from '../start-app.ts';

const PATH = '/v2/api/forex/trade_list';
/** When the `fx` calendar closes on Friday 2026-03-06: 17:00 in New York. The test begins a moment before. */
const CLOSING_MS = Date.UTC(2026, 2, 6, 22);

let app: StartedApp;
beforeAll(async () => {
  app = await startApp({ startMs: CLOSING_MS - 5_000 });
});
afterAll(() => app.close());

const ask = (headers: Record<string, string> = {}) => app.app.inject({ method: 'GET', url: PATH, headers });
const list = async (lang = 'en') => (await app.call<ProductRow[]>(PATH, {}, { lang })).data;
const row = async (code: string) => (await list()).find((each) => each.Code === code);
/** Each row as it is made for a caller of its own. */
const single = async (code: string) =>
  (await app.call<ProductRow[]>('/v2/api/forex/search', { name: code })).data.find((r) => r.Code === code);
const READ: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync, '': (bytes) => bytes };

describe('D9.173 the kept list of products', () => {
  it('is what each row is by itself, in an envelope with the number and the time of its own request', async () => {
    const asked = [];
    for (let times = 0; times < 3; times++) asked.push(await app.call<ProductRow[]>(PATH));
    const alone = [];
    for (const { code } of app.server.catalogue.products()) alone.push(await single(code));
    for (const { data, code, ts } of asked) expect({ code, ts, data }).toEqual({ code: 1, ts: app.clock.now(), data: alone });
    expect(new Set(asked.map(({ rid }) => rid)).size).toBe(3);
    for (const { rid, headers } of asked) expect(headers['x-request-id']).toBe(rid);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['br;q=0.5', 'br'],
    ['brotli', ''],
    ['gzip;q=0', ''],
    ['', ''],
  ])('reads the same to a client that takes %j, and comes as %j', async (accepted, form) => {
    const plain = (await ask()).json() as Envelope<ProductRow[]>;
    for (let times = 0; times < 2; times++) {
      const reply = await ask({ 'accept-encoding': accepted });
      expect(reply.headers['content-encoding'] ?? '').toBe(form);
      expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length));
      const { rid, ...said } = JSON.parse(READ[form]!(reply.rawPayload).toString()) as Envelope<ProductRow[]>;
      expect(said).toEqual({ code: plain.code, msg: plain.msg, data: plain.data, ts: plain.ts });
      expect(reply.headers['x-request-id']).toBe(rid);
      if (form) expect(String(reply.headers.vary)).toMatch(/lang.*accept-encoding/);
    }
  });

  it('is made once for all who ask in a quarter of a second, whatever form they take, and anew after it', async () => {
    const read = vi.spyOn(app.server.candles, 'quotation');
    await app.clock.advance(250);
    const made = async () => {
      read.mockClear();
      for (const accepted of ['br', 'gzip', '', 'br']) await ask({ 'accept-encoding': accepted });
      return read.mock.calls.length;
    };
    expect(await made()).toBe(42);
    expect(await made()).toBe(0);
    await app.clock.advance(250);
    expect(await made()).toBe(42);
    read.mockRestore();
  });

  it('has a tick, and a sign of life of a source that said no new price, at once', async () => {
    await list();
    await app.pushTick('EURUSD', '1.12345');
    expect((await row('EURUSD'))?.ForexQuotations).toMatchObject({ Close: 1.12345, Confirmed: app.clock.now() });
    const before = (await row('XAUUSD'))?.ForexQuotations.Confirmed;
    const product = app.server.catalogue.byCode('XAUUSD')!;
    const price = app.server.tape.newest(product.id)!.price;
    await app.clock.advance(10);
    await list();
    app.server.tape.push({ productId: product.id, price, volume: 0n, timeMs: app.clock.now(), confirm: true });
    await app.server.tape.flush();
    expect((await row('XAUUSD'))?.ForexQuotations.Confirmed).toBe(app.clock.now());
    expect(before).toBeLessThan(app.clock.now());
  });

  it('has a bar of a recording at once, though nothing came onto the tape', async () => {
    await list();
    const timeMs = app.clock.now() + 5;
    app.server.candles.record({ productId: 1, timeMs, n: 1, priceUnits: 123_400_000, volumeUnits: 0 });
    expect((await list()).find(({ Id }) => Id === 1)?.ForexQuotations).toMatchObject({ Close: 1.234, Time: timeMs });
  });

  it('has a setting and a change of a product at once', async () => {
    const before = (await row('EURUSD'))?.ForexFeeRate;
    await app.db.transaction((trx) => putSetting(trx, 'trade_fee_type', '0'));
    await app.server.settings.refresh();
    expect((await row('EURUSD'))?.ForexFeeRate).not.toBe(before);
    expect((await row('BTCUSD'))?.MarketStatus).toBe(1);
    await app.db.transaction((trx) => setForcedClosed(trx, app.server.catalogue.byCode('BTCUSD')!.id, true));
    await app.server.catalogue.reload();
    expect((await row('BTCUSD'))?.MarketStatus).not.toBe(1);
  });

  it('knows languages apart', async () => {
    const name = vi.spyOn(app.server.catalogue, 'name').mockImplementation((product, lang) => `${product.code} ${lang}`);
    // Names are kept with the version of their product.
    await app.server.catalogue.reload();
    expect([(await list('de'))[0]?.Name, (await list('fr'))[0]?.Name, (await list('de'))[0]?.Name]).toEqual([
      'EURUSD de',
      'EURUSD fr',
      'EURUSD de',
    ]);
    name.mockRestore();
    await app.server.catalogue.reload();
  });

  it('says that a market has closed in the moment in which it does', async () => {
    const status = async () => (await row('GBPUSD'))?.MarketStatus;
    await app.clock.advance(CLOSING_MS - 1 - app.clock.now());
    expect(await status()).toBe(1);
    await app.clock.advance(1);
    expect(await status()).not.toBe(1);
  });
});
