/** People who trade on a server whose time goes wrong, and what its tape says about their fills afterwards. */
import { randomUUID } from 'node:crypto';
import { STALE_AFTER_MS } from '#domain/freshness.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { type DatabaseOptions, openDatabase } from '#server/database/open-database.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import { readGroupsAfter } from '#server/tape/tape-reader.ts';
import { metricsText } from '../e2e/metrics-text.ts';
import type { ServerProcess } from '../e2e/server-process.ts';

/** An order as its sender saw it; times on the test's own count. */
export type Sent = { readonly productId: number; readonly sentMs: number; readonly answeredMs: number; readonly code: number } & Fill;
type Fill = { readonly seq: number /** Tape time at the answer. */; readonly tapeMs: number };
type Envelope = { code: number; ts: number; data: Record<string, never> & { Seq: number } };

export const nowMs = (): number => performance.now();
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function post(url: string, path: string, fields: Record<string, string>, token = ''): Promise<Envelope> {
  const headers = { authorization: token, lang: 'en', 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  return (await reply.json()) as Envelope;
}

export type TimeClient = {
  /** Ids of products whose market never closes, whatever day and hour it is. */
  readonly open: readonly number[];
  order(productId: number): Promise<Sent>;
  /** Tape time as the server says it now. */
  tapeMs(): Promise<number>;
  isReady(): Promise<boolean>;
  /** How often prices were doubted, by what happened. */
  doubts(): Promise<Record<string, number>>;
};

/** A demo account on a running server. */
export async function timeClient(server: Pick<ServerProcess, 'url' | 'dataDir' | 'port'>): Promise<TimeClient> {
  const { url } = server;
  const made = await (await fetch(`${url}/api/user/createAccountDemoForU`)).json();
  const login = await post(url, '/api/user/loginDemoForU', { demo_id: made.data.demo_id });
  const token = String(login.data.token);
  const list = async () => (await (await fetch(`${url}/v2/api/forex/trade_list`)).json()) as { ts: number; data: ProductState[] };
  const products = new Map((await list()).data.filter((row) => NEVER_CLOSED.includes(row.Code)).map((row) => [row.Id, row]));
  return {
    open: [...products.keys()],
    tapeMs: async () => (await list()).ts,
    isReady: async () => (await fetch(`${url}/readyz`)).status === 200,
    async order(productId) {
      const sentMs = nowMs();
      const product = products.get(productId);
      const multiple = String(Math.max(1, ...(product?.HasForexMultiple ?? []).map(({ Value }) => Value)));
      const which = { type: '1', cont: product?.ForexMinCont ?? '0', forex_id: String(productId), status: '1', multiple };
      const fields = { ...which, client_id: randomUUID() };
      const { code, ts, data } = await post(url, '/v2/api/forex/submit', fields, token);
      return { productId, sentMs, answeredMs: nowMs(), code, seq: code === 1 ? data.Seq : 0, tapeMs: ts };
    },
    async doubts() {
      const text = await metricsText(server);
      const rows = text.matchAll(/^outcry_clock_doubts_total\{kind="(\w+)"\} (\d+)$/gm);
      return Object.fromEntries([...rows].map(([, kind, count]) => [kind, Number(count)]));
    },
  };
}
type ProductState = Pick<ProductRow, 'Id' | 'Code' | 'ForexMinCont' | 'HasForexMultiple'>;
const NEVER_CLOSED = ['EURUSD', 'XAUUSD', 'BTCUSD'];

/** Everything on the tape of a stopped server, in order; throws when its chain is broken. */
export async function wholeTape(place: DatabaseOptions): Promise<TapeTick[]> {
  const db = await openDatabase(place);
  try {
    const problem = await logProblem(db.kysely);
    if (problem !== undefined) throw new Error(problem);
    const ticks: TapeTick[] = [];
    for (;;) {
      const groups = await db.transaction((trx) => readGroupsAfter(trx, ticks.at(-1)?.seq ?? 0, 500));
      if (groups.length === 0) return ticks;
      for (const group of groups) ticks.push(...group.ticks);
    }
  } finally {
    await db.close();
  }
}

/** What is wrong with a fill by what the tape says: [] when its price was alive, by a mark not before `sinceMs` of tape time. */
export function fillProblems(fill: Sent, tape: readonly TapeTick[], sinceMs = Number.NEGATIVE_INFINITY): string[] {
  const marks = tape.filter((tick) => tick.productId === fill.productId && tick.timeMs <= fill.tapeMs);
  const aliveMs = Math.max(...marks.map((tick) => tick.timeMs));
  const priceMs = marks.find((tick) => tick.seq === fill.seq)?.timeMs ?? Number.NaN;
  const name = `product ${fill.productId} at tick ${fill.seq}`;
  return [
    ...(fill.tapeMs - aliveMs < STALE_AFTER_MS ? [] : [`${name}: silent for ${fill.tapeMs - aliveMs} ms`]),
    ...(priceMs >= sinceMs ? [] : [`${name}: a price of ${sinceMs - priceMs} ms before the stop ended`]),
  ];
}

/** Confirms that nothing real was said before, on this side of a silence: they repeat a price that nobody has looked at. */
export function blindConfirms(tape: readonly TapeTick[]): TapeTick[] {
  const saidMs = new Map<number, number>();
  return tape.filter(({ productId, timeMs, confirm }) => {
    const before = saidMs.get(productId);
    saidMs.set(productId, timeMs);
    return confirm && before !== undefined && timeMs - before > STALE_AFTER_MS;
  });
}
