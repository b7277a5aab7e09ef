/**
 * The bare worker of the floor page: one socket, `JSON.parse`, the newest of each row, and at the asked pace the ready texts of what has
 * changed. No engine: it checks nothing, mends nothing and knows no freshness.
 */
import type { ProductRow } from '../../../src/protocol/rest/forex.ts';
import type { CandleRow } from '../../../src/protocol/rest/kline.ts';
import type { KlinePush, QuotationRow } from '../../../src/protocol/socket.ts';
import { socketUrl } from '../../../src/protocol/socket-url.ts';
import type { FloorAsk, FloorBar, FloorNews, FloorRow } from './floor-words.ts';
import { ROWS } from './screen-figures.ts';

type Message =
  | { readonly type: 'DAY_MARKET'; readonly symbol: string; readonly quotation: QuotationRow }
  | KlinePush
  | { readonly type: 'sub' };
/** `shown`: the price that was sent up last; `flash` since `flashedAt`. */
type Row = { readonly at: number; newest: QuotationRow | undefined; shown: number; flash: '' | 'up' | 'down'; flashedAt: number };

/** As long as the product's rows keep the colour of a move: with the next news after so long, or by itself. */
const FLASH_MS = 150;
const FLASH_MAX_MS = 250;
/** Of every product of the stand-in. */
const DIGITS = 5;

const page = self as unknown as { postMessage(news: FloorNews): void; onmessage: ((event: MessageEvent<FloorAsk>) => void) | null };
const rows = new Map<string, Row>();
const changed = new Set<Row>();
let bar: FloorBar | undefined;
let ticks = 0;
let paceMs = 100;
let sentAt = 0;
let timer = 0;
let flashTimer = 0;

page.onmessage = ({ data }) => {
  if (data.kind === 'stats') page.postMessage({ kind: 'ticks', ticks });
  else paceMs = data.paceMs;
  if (data.kind === 'start') void start(data.origin);
};

async function start(origin: string): Promise<void> {
  const read = async <T>(path: string): Promise<T> => ((await (await fetch(`${origin}${path}`)).json()) as { data: T }).data;
  const products = (await read<ProductRow[]>('/v2/api/forex/trade_list')).slice(0, ROWS);
  const [first] = products as [ProductRow];
  for (const [at, { Code }] of products.entries())
    rows.set(Code, { at, newest: undefined, shown: Number.NaN, flash: '', flashedAt: Number.NEGATIVE_INFINITY });
  const bars = await read<CandleRow[]>(`/v2/api/forex/kline?forex_id=${first.Id}&period=5min`);
  page.postMessage({ kind: 'start', products, bars });
  const socket = new WebSocket(socketUrl(origin));
  socket.onopen = () => {
    for (const topic of [{ topic: 'DAY_MARKET' }, { topic: `KLINE_${first.Code}`, period: '5min' }])
      socket.send(JSON.stringify({ type: 'sub', ...topic }));
  };
  socket.onmessage = ({ data }) => {
    const parsed = JSON.parse(data as string) as Message | Message[];
    if (Array.isArray(parsed)) for (const message of parsed) take(message);
    else take(parsed);
    schedule();
  };
}

function take(message: Message): void {
  if (message.type === 'DAY_MARKET') {
    ticks++;
    const row = rows.get(message.symbol);
    if (!row) return;
    row.newest = message.quotation;
    changed.add(row);
  } else if (message.type === 'KLINE') bar = [message.Time, message.Open, message.High, message.Low, message.Close, message.Volume];
}

function schedule(): void {
  if (timer !== 0 || (changed.size === 0 && !bar)) return;
  timer = setTimeout(post, Math.max(0, sentAt + paceMs - performance.now())) as unknown as number;
}

function post(): void {
  timer = 0;
  sentAt = performance.now();
  for (const row of rows.values()) move(row);
  page.postMessage({ kind: 'rows', rows: [...changed].map(textsOf), bar });
  changed.clear();
  bar = undefined;
  clearTimeout(flashTimer);
  const flashing = [...rows.values()].filter(({ flash }) => flash !== '');
  const oldest = Math.min(...flashing.map(({ flashedAt }) => flashedAt));
  // The market may rest: then nothing else takes the colours away.
  if (flashing.length > 0) flashTimer = setTimeout(post, oldest + FLASH_MAX_MS - sentAt) as unknown as number;
}

/** The colour of a row: of its move, or none after its time. */
function move(row: Row): void {
  const close = row.newest?.close ?? Number.NaN;
  if (close !== row.shown) {
    if (!Number.isNaN(row.shown)) {
      row.flash = close > row.shown ? 'up' : 'down';
      row.flashedAt = sentAt;
    }
    row.shown = close;
  } else if (row.flash !== '' && sentAt - row.flashedAt >= FLASH_MS) {
    row.flash = '';
    changed.add(row);
  }
}

function textsOf({ at, newest, flash }: Row): FloorRow {
  const { close, change, time } = newest as QuotationRow;
  const size = Math.abs(change).toFixed(2);
  const sign = size === '0.00' ? '' : change > 0 ? '+' : '\u2212';
  const tone = change > 0 ? 'up' : change < 0 ? 'down' : '';
  return { at, price: close.toFixed(DIGITS), change: `${sign}${size}%`, tone, flash, timeMs: time };
}
