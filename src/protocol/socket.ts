/**
 * The words of the socket at /api/v2/ws, both profiles; how they are agreed on: `docs/socket.md`. All wire names
 * live here; engine and server map them once. Base: JSON text, one message a frame. Ext adds sequence, recovery and batches.
 */
import type { CloseReason } from '#domain/close-reasons.ts';
import type { Period } from '#domain/period-table.ts';
import type { FieldProblem } from './errors.ts';
import type { SymbolEntry } from './quote-row.ts';
import type { AlertChangeRow, FiredAlertRow } from './rest/alert.ts';
import type { MicroRow } from './rest/micro.ts';

export const SOCKET_PATH = '/api/v2/ws';
/** Profile names as `getBasicInfo.ws_profiles` lists them, comma separated. Absent: base only. */
export const EXT_JSON_PROFILE = 'trade.v2.json';
/** Ext with its quotes in binary frames (`quote-row.ts`); everything else is as in `EXT_JSON_PROFILE`. */
export const EXT_MSGPACK_PROFILE = 'trade.v2.msgpack';

/** Topic names. A kline topic is `KLINE_` + product code. */
export const TOPIC = {
  quotes: 'DAY_MARKET',
  account: 'FOREX_TRADE',
  closed: 'FOREX_CLOSED',
  order: 'ORDER',
  balance: 'BALANCE',
  notice: 'NOTICE',
  /** Ext: a price alert fired, or was changed. */
  alert: 'ALERT',
  /** Ext: the newest checkpoint of the price tape, once a second or at the pace asked for. */
  tape: 'TAPE',
} as const;
export const klineTopic = (code: string): string => `KLINE_${code}`;
/** Event topics of micro trades: a trade began, it is over. */
export const MICRO_TOPICS: readonly string[] = ['MICRO', 'MICRO_CLOSED'];
/** Topics that need a login. All but FOREX_TRADE are event topics of ext: gapless per-user sequence from the outbox. */
export const EVENT_TOPICS: readonly string[] = [TOPIC.closed, TOPIC.order, TOPIC.balance, TOPIC.notice, TOPIC.alert, ...MICRO_TOPICS];
export const PRIVATE_TOPICS: readonly string[] = [TOPIC.account, ...EVENT_TOPICS];

/** What a NOTICE may be about; `src/ui/notices/tell-notice.ts` tells each. */
export const NOTICE_KINDS = ['margin_call', 'stop_out', 'order_cancelled', 'identity'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Limits of a frame that the client reads; beyond them it is dropped and counted. */
export const FRAME_BYTES_MAX = 1_048_576;
export const FRAME_DEPTH_MAX = 8;
export const FRAME_ARRAY_MAX = 10_000;
/** What the server reads from a client. */
export const CLIENT_FRAME_BYTES_MAX = 4_096;

/** Close codes of the server. */
export const CLOSE = { auth: 4401, slow: 4408, rate: 4429, shutdown: 4503 } as const;

// ------------------------------------------------------------------ client to server
export type ClientMessage =
  /** `profile`: one of `ws_profiles`; the JSON profile when absent. */
  | { type: 'hello'; v: 2; lang: string; profile?: string; id: number }
  | { type: 'login'; token: string; id?: number }
  | { type: 'logout' }
  /**
   * Ext: `symbols` of DAY_MARKET are the products whose quotes come, the others do not (absent: all). `pace` of KLINE and FOREX_TRADE:
   * a forming bar, and figures that only prices moved, come once in so many ms at most; what closed or changed otherwise comes at once.
   * `pace` of TAPE: a checkpoint once in so many ms at most; `note` is the newest one that the client holds.
   */
  | {
      type: 'sub';
      topic: string;
      id?: number;
      period?: Period;
      symbols?: string[];
      /** Of an event topic: the position of the client, `epoch`, `seq` and `t` of the newest event that it has. */
      epoch?: string;
      seq?: number;
      t?: number;
      pace?: number;
      note?: string;
    }
  | { type: 'unsub'; topic: string }
  | { type: 'ping'; id?: number; c?: number };

// ------------------------------------------------------------------ server to client
/** Base quotation. `change` is percent of Open with 2 decimals (DW.04); `status` and `opens_at` are additive. */
export type QuotationRow = {
  open: number;
  close: number;
  high: number;
  low: number;
  change: number;
  time: number;
  /** 1 open, otherwise closed (DW additive, decision D1.4.18). */
  status?: number;
  opens_at?: number;
};
/** One changed product in an ext batch: conflated since the last batch. `c` 1: a confirm, no candle, no volume. */
export type QuoteBatchRow = {
  symbol: string;
  close: number;
  hi: number;
  lo: number;
  v: number;
  n: number;
  t: number;
  c?: 1;
  /** Sent when they changed: day's open, high, low and change; market status. */
  open?: number;
  high?: number;
  low?: number;
  change?: number;
  status?: number;
  opens_at?: number;
};
export type KlinePush = {
  type: 'KLINE';
  symbol: string;
  Period: Period;
  Time: number;
  Open: number;
  High: number;
  Low: number;
  Close: number;
  Volume: number;
  /** Ext: last tick's sequence, topic sequence, whether the bar is finished. */
  n?: number;
  seq?: number;
  closed?: boolean;
};
export type AccountPush = {
  ProfitsTotal: string;
  /** Margin level percent with 2 decimals, or '--' without margin. */
  HazardRate: string;
  CautionMoneyAll: string;
  TransOrder: { Id: number; UpdatePrice: number; FactProfits: string }[];
  Balance: string;
  Equity: string;
  FreeMargin: string;
  /** Additive: sums the engine needs for its own numbers. */
  Pending: string;
  Deficit: string;
};
/** Payloads of the event topics, as they stand in the outbox. */
export type EventPayload = {
  FOREX_CLOSED: { data: number[]; reasons: Record<string, CloseReason> };
  ORDER: { data: { Id: number; Status: number } };
  BALANCE: { data: { type: string; balance: string; lockBalance: string; deficit: string }[] };
  /**
   * `level` is '--' where there is none; 'order_cancelled': a pending order's money did not cover it at its trigger; 'identity': the review of
   * who the person is has another state, which `level` is (1 waiting, 2 finished, 3 rejected).
   */
  NOTICE: { data: { kind: NoticeKind; level: string; text: string } };
  /** A micro trade began; it is over. */
  MICRO: { data: MicroRow };
  MICRO_CLOSED: { data: MicroRow };
  /** An alert fired, or its person has set, edited or deleted one. */
  ALERT: { data: FiredAlertRow | AlertChangeRow };
};

export type ServerMessage =
  | { type: 'hello'; v: 2; epoch: string; t: number; limits: { subs: number; rate: number; burst: number }; flush_ms: number }
  | { type: 'login'; code: number; msg?: string; id?: number; uid?: string; realm?: string; exp?: number }
  /**
   * Of an event topic: `epoch` of the database's outbox, `seq` and `t` of the newest event, `recovered`: what came after the client's
   * position follows. Of a state topic: `epoch` of the node. `snapshot` of DAY_MARKET: the products that were not subscribed before. `table`: symbols of binary rows, when there are new ones.
   */
  | {
      type: 'sub';
      topic: string;
      code: number;
      id?: number;
      /** Code 1001: what is wrong with the subscription. */
      msg?: string;
      data?: FieldProblem;
      epoch?: string;
      seq?: number;
      t?: number;
      recovered?: boolean;
      table?: readonly SymbolEntry[];
      /** Of FOREX_TRADE: the number of the person's newest event when the snapshot was read. */
      outbox?: number;
      snapshot?: unknown;
    }
  | { type: 'pong'; id?: number; c?: number; t?: number }
  | { type: 'DAY_MARKET'; symbol: string; quotation: QuotationRow }
  | { type: 'DAY_MARKET'; seq: number; data: QuoteBatchRow[] }
  | KlinePush
  /** Ext: `outbox` is the number of the person's newest event when these figures were read. */
  | { type: 'FOREX_TRADE'; data: AccountPush; seq?: number; uid?: string; outbox?: number }
  /** Ext: `seq` is the person's number of the event, `t` when it was written, unix ms. */
  | { [T in keyof EventPayload]: { type: T; seq?: number; uid?: string; t?: number } & EventPayload[T] }[keyof EventPayload]
  | { type: 'resync'; topic: string; reason: string }
  | { type: 'shutdown'; after_ms: number; retry_ms: number }
  /** `hash`: root of the log of `height` blocks in hex; `note`: the checkpoint that signs it; `t`: end of the newest block, unix ms. */
  | { type: 'TAPE'; height: number; hash: string; t: number; note: string };
