/**
 * Reads one frame of the socket, either profile, into `Received`. It promises never to throw, whatever the frame holds, and to give
 * back numbers only where numbers are: everything else is dropped and reported. It holds no state.
 */
import type { Period } from '#domain/period-table.ts';
import { orderState } from './order-status.ts';
import { readAccount, readBalanceRows, readReasons } from './parse-private.ts';
import { DECIMALS_MAX, type SymbolEntry } from './quote-row.ts';
import type { BarUpdate, DropReason, QuoteUpdate, Received } from './received.ts';
import { FRAME_ARRAY_MAX, FRAME_BYTES_MAX, FRAME_DEPTH_MAX, MICRO_TOPICS, NOTICE_KINDS, TOPIC } from './socket.ts';
import { asId, asNumber, asPrice, asText, asTimeMs, isObject, orElse, SYMBOL_LENGTH_MAX, type WireObject } from './wire-value.ts';

const TEXT_LENGTH_MAX = 500;
const EPOCH_LENGTH_MAX = 64;

type Parsed = { readonly messages: readonly Received[]; readonly drops: readonly DropReason[] };
const NOTHING: readonly Received[] = [];
const dropped = (reason: DropReason): Parsed => ({ messages: NOTHING, drops: [reason] });

/** Reads a frame. An array at the top is a batch of messages, each read by itself. */
export function parseSocket(frame: unknown): Parsed {
  if (typeof frame !== 'string') return dropped('not text');
  if (frame.length > FRAME_BYTES_MAX) return dropped('too large');
  if (frame === 'pong') return { messages: [{ kind: 'pong', id: Number.NaN, timeMs: Number.NaN }], drops: [] };
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return dropped('not JSON');
  }
  const reason = outOfBounds(value, FRAME_DEPTH_MAX);
  if (reason) return dropped(reason);
  if (!Array.isArray(value)) return parseMessage(value);
  const messages: Received[] = [];
  const drops: DropReason[] = [];
  for (const item of value) {
    const parsed = parseMessage(item);
    messages.push(...parsed.messages);
    drops.push(...parsed.drops);
  }
  return { messages, drops };
}

/** Depth counts the outermost object as 1. Recursion ends at the limit, so a deep frame costs no stack. */
function outOfBounds(value: unknown, levelsLeft: number): DropReason | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (levelsLeft === 0) return 'too deep';
  if (Array.isArray(value) && value.length > FRAME_ARRAY_MAX) return 'array too long';
  for (const key in value) {
    const inner = (value as WireObject)[key];
    if (typeof inner !== 'object' || inner === null) continue;
    const reason = outOfBounds(inner, levelsLeft - 1);
    if (reason) return reason;
  }
  return undefined;
}

type Reader = (message: WireObject) => Received | DropReason;

const LATE = [[TOPIC.alert, 'alert'], [TOPIC.tape, 'tape'], ...MICRO_TOPICS.map((type) => [type, 'micro'] as const)] as const;
const READERS = new Map<string, Reader>([
  ['hello', (message) => ({ kind: 'hello', epoch: asText(message.epoch, EPOCH_LENGTH_MAX), timeMs: asTimeMs(message.t) })],
  ['login', readLogin],
  ['sub', readSub],
  ['pong', (message) => ({ kind: 'pong', id: asId(message.id), timeMs: asTimeMs(message.t) })],
  [TOPIC.quotes, readQuotes],
  ['KLINE', (message) => readBarMessage(message, '')],
  [TOPIC.account, readAccountMessage],
  [TOPIC.closed, readClosed],
  [TOPIC.order, readOrder],
  [TOPIC.balance, readBalance],
  [TOPIC.notice, readNotice],
  ['resync', (message) => ({ kind: 'resync', topic: asText(message.topic, SYMBOL_LENGTH_MAX * 2) })],
  ['shutdown', readShutdown],
  // Read where they are shown or kept, by code that comes late (`alert-wire.ts`, `micro-wire.ts`, the receipts).
  ...LATE.map(([type, kind]): [string, Reader] => [type, (message) => ({ kind, ...eventOf(message), row: message.data ?? message.note })]),
  ...['FOREX_FOLLOW_TRADE', 'unsub', 'logout'].map((type): [string, Reader] => [type, () => ({ kind: 'ignored' })]),
]);
const KLINE_TYPE = /^KLINE_(.+)$/;

function parseMessage(message: unknown): Parsed {
  if (!isObject(message) || typeof message.type !== 'string' || message.type === '') return dropped('no type');
  const type = message.type;
  const code = KLINE_TYPE.exec(type)?.[1];
  const reader = code ? (bar: WireObject) => readBarMessage(bar, code) : READERS.get(type);
  if (!reader) return dropped('unknown type');
  const read = reader(message);
  return typeof read === 'string' ? dropped(read) : { messages: [read], drops: [] };
}

/** The payload: `data` where a back end wraps it, the message itself where it does not. */
const payload = (message: WireObject): WireObject => (isObject(message.data) ? message.data : message);
const seqOf = (message: WireObject): number => asId(message.seq);
const uidOf = (message: WireObject): string => asText(message.uid, SYMBOL_LENGTH_MAX);
/** Which event of which person, and when it was written. */
const eventOf = (message: WireObject) => ({ seq: seqOf(message), uid: uidOf(message), atMs: asId(message.t) });

function readLogin(message: WireObject): Received | DropReason {
  const code = asId(payload(message).code ?? message.code);
  return Number.isNaN(code) ? 'bad content' : { kind: 'login', code, uid: uidOf(message) };
}

function readSub(message: WireObject): Received | DropReason {
  const topic = asText(message.topic, SYMBOL_LENGTH_MAX * 2);
  const code = asId(message.code);
  if (!topic || Number.isNaN(code)) return 'bad content';
  const recovered = message.recovered;
  return {
    kind: 'sub',
    topic,
    code,
    epoch: asText(message.epoch, EPOCH_LENGTH_MAX),
    seq: seqOf(message),
    atMs: asId(message.t),
    recovered: typeof recovered === 'boolean' ? recovered : undefined,
    table: readTable(message.table),
    snapshot: readSnapshot(topic, message),
  };
}

/** A table with an entry that cannot be read is none: positions would be others. */
function readTable(table: unknown): readonly SymbolEntry[] | undefined {
  if (!Array.isArray(table)) return undefined;
  const entries = table.map((entry): SymbolEntry => {
    const [code, decimals] = Array.isArray(entry) ? entry : [];
    return [asText(code, SYMBOL_LENGTH_MAX), asId(decimals)];
  });
  return entries.every(([code, decimals]) => code !== '' && decimals <= DECIMALS_MAX) ? entries : undefined;
}

/** A snapshot holds what the topic's pushes hold: rows of quotes, bars, or one account. */
function readSnapshot(topic: string, { snapshot, outbox }: WireObject): Received[] {
  if (topic === TOPIC.quotes && Array.isArray(snapshot)) {
    const rows = snapshot.map(readQuoteRow).filter((row) => row !== undefined);
    return [{ kind: 'quotes', seq: Number.NaN, rows }];
  }
  if (topic === TOPIC.account && isObject(snapshot)) {
    const account = readAccount(snapshot, outbox);
    return account ? [{ kind: 'account', seq: Number.NaN, uid: '', snapshot: account }] : [];
  }
  const code = KLINE_TYPE.exec(topic)?.[1];
  if (!code) return [];
  const bars = Array.isArray(snapshot) ? snapshot : [snapshot];
  return bars.flatMap((bar) => {
    const read = isObject(bar) ? readBar(bar, code) : undefined;
    return read ? [{ kind: 'bar', seq: Number.NaN, bar: read } as const] : [];
  });
}

function readQuotes(message: WireObject): Received | DropReason {
  const { data } = message;
  if (Array.isArray(data)) {
    const rows = data.map(readQuoteRow).filter((row) => row !== undefined);
    return rows.length === 0 && data.length > 0 ? 'bad content' : { kind: 'quotes', seq: seqOf(message), rows };
  }
  const row = readQuoteRow(isObject(data) ? { symbol: message.symbol, ...data } : message);
  return row ? { kind: 'quotes', seq: seqOf(message), rows: [row] } : 'bad content';
}

/** One quotation: flat, or with its numbers in `quotation`; long names (base) or short ones (ext). */
function readQuoteRow(row: unknown): QuoteUpdate | undefined {
  if (!isObject(row)) return undefined;
  const quotation = isObject(row.quotation) ? row.quotation : row;
  const symbol = asText(row.symbol, SYMBOL_LENGTH_MAX);
  const close = asPrice(quotation.close);
  if (!symbol || Number.isNaN(close)) return undefined;
  const runHigh = asPrice(quotation.hi);
  const runLow = asPrice(quotation.lo);
  const runVolume = asNumber(quotation.v);
  return {
    symbol,
    close,
    timeMs: asTimeMs(quotation.t ?? quotation.time),
    n: asId(quotation.n),
    isConfirm: quotation.c === 1 || quotation.c === true,
    runHigh: Math.max(orElse(runHigh, close), close),
    runLow: Math.min(orElse(runLow, close), close),
    runVolume: Math.max(orElse(runVolume, 0), 0),
    open: asPrice(quotation.open),
    high: asPrice(quotation.high),
    low: asPrice(quotation.low),
    change: asNumber(quotation.change),
    status: asId(quotation.status),
    opensAtMs: asId(quotation.opens_at),
  };
}

function readBarMessage(message: WireObject, code: string): Received | DropReason {
  const inner = payload(message);
  const bar = readBar(inner, asText(inner.symbol ?? message.symbol, SYMBOL_LENGTH_MAX) || code);
  return bar ? { kind: 'bar', seq: seqOf(message), bar } : 'bad content';
}

/** A candle: `Time` or `timestamp`, seconds or ms, numbers or decimal strings (specification S1 section 3). */
function readBar(row: WireObject, symbol: string): BarUpdate | undefined {
  const period = asText(row.Period ?? row.period, SYMBOL_LENGTH_MAX);
  const timeMs = asTimeMs(row.Time ?? row.timestamp);
  const [open, high, low, close] = [row.Open, row.High, row.Low, row.Close].map(asPrice) as [number, number, number, number];
  const isWhole = period !== '' && symbol !== '' && timeMs > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
  if (!isWhole) return undefined;
  const volume = asNumber(row.Volume);
  return { symbol, period, timeMs, open, high, low, close, volume: Math.max(orElse(volume, 0), 0), n: asId(row.n) };
}

function readAccountMessage(message: WireObject): Received | DropReason {
  const snapshot = readAccount(payload(message), message.outbox);
  return snapshot ? { kind: 'account', seq: seqOf(message), uid: uidOf(message), snapshot } : 'bad content';
}

function readClosed(message: WireObject): Received | DropReason {
  const inner = payload(message);
  const list = Array.isArray(message.data) ? message.data : inner.ids;
  if (!Array.isArray(list)) return 'bad content';
  const ids = list.map(asId).filter((id) => id > 0);
  if (ids.length < list.length && ids.length === 0) return 'bad content';
  return { kind: 'closed', ...eventOf(message), ids, reasons: readReasons(message.reasons ?? inner.reasons) };
}

function readOrder(message: WireObject): Received | DropReason {
  const inner = payload(message);
  const id = asId(inner.Id);
  const state = orderState(inner.Status);
  return id > 0 && state ? { kind: 'order', ...eventOf(message), id, state } : 'bad content';
}

function readBalance(message: WireObject): Received | DropReason {
  const rows = readBalanceRows(message.data);
  return rows ? { kind: 'balance', ...eventOf(message), rows } : 'bad content';
}

function readNotice(message: WireObject): Received | DropReason {
  const inner = payload(message);
  const notice = NOTICE_KINDS.find((kind) => kind === inner.kind);
  if (!notice) return 'bad content';
  const level = asText(inner.level, SYMBOL_LENGTH_MAX);
  return { kind: 'notice', ...eventOf(message), notice, level, text: asText(inner.text, TEXT_LENGTH_MAX) };
}

/** One candle of a REST reply; the asked period stands in where the row does not name its own. */
export function readCandle(row: unknown, period: Period): BarUpdate | undefined {
  return isObject(row) ? readBar({ Period: period, ...row }, '-') : undefined;
}

function readShutdown(message: WireObject): Received {
  return { kind: 'shutdown', retryMs: orElse(asId(message.retry_ms), 0) };
}
