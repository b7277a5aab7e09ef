/**
 * The one place that knows how a micro trade and its terms look on the wire (specification S1 section 3), both ways. A row is read strictly:
 * what is there must be what it should be. What another back end leaves out has the value that means nothing.
 */
import { decimalFromWire, formatDecimal, type Money, type Price, type Ratio, toNumber } from '#domain/decimal.ts';
import type { MicroSide } from '#domain/micro.ts';
import {
  isMicroVoid,
  type MicroDuration,
  type MicroEndReason,
  type MicroList,
  type MicroTerms,
  type MicroTrade,
  type MicroVoidReason,
  microEndReason,
  microState,
} from '#domain/micro-trade.ts';
import type { OrderProduct } from '#domain/order.ts';
import type { MicroOrdersReply, MicroRow, MicroSubmitReply, MicroTermsReply } from './rest/micro.ts';
import { stampMs, stampToWire } from './stamp.ts';
import { asId, asText, isObject, orElse, type WireObject } from './wire-value.ts';

const TEXT_MAX = 64;
const MEMO_MAX = 200;
const LOSS_LEVEL_MAX = 4;
export const MICRO_STATUS = { running: 1, closed: 3 } as const satisfies Record<MicroList, number>;
const SIDE = { up: 1, down: 2 } as const satisfies Record<MicroSide, number>;

/** A row that is no micro trade. Its message names the field, its value and what is allowed. */
class MicroRowError extends Error {
  override name = 'MicroRowError';
}

/** A field that must be there and be read. */
function need<T>(row: WireObject, name: keyof MicroRow, allowed: string, read: (value: unknown) => T | undefined): T {
  const found = read(row[name]);
  if (found !== undefined) return found;
  const short = (value: unknown) => String(JSON.stringify(value)).slice(0, TEXT_MAX);
  throw new MicroRowError(`micro trade ${short(row.Id)}: ${name} is ${short(row[name])}, allowed: ${allowed}`);
}

const id = (value: unknown): number | undefined => asId(value) || undefined;
const positive = <T extends bigint>(value: unknown): T | undefined => {
  const read = decimalFromWire<T>(value);
  return read === undefined || read <= 0n ? undefined : read;
};
const sideOf = (value: unknown): MicroSide | undefined => (asId(value) === SIDE.up ? 'up' : asId(value) === SIDE.down ? 'down' : undefined);
const isRunningOf = (value: unknown): boolean | undefined => {
  const status = asId(value);
  return status === MICRO_STATUS.running || status === MICRO_STATUS.closed ? status === MICRO_STATUS.running : undefined;
};
const time = (value: unknown): number | undefined => id(value);
const stamp = (value: unknown): number => stampMs(asText(value, TEXT_MAX));

/** Why a row is over. A back end that says no reason, or one of later days, says it by a memo and by an end without a price. */
function endOf(row: WireObject, isRunning: boolean): MicroEndReason {
  if (isRunning) return '';
  const hasPrice = positive<Price>(row.EndPrice) !== undefined;
  return microEndReason(row.EndReason) || (hasPrice && asText(row.Memo, MEMO_MAX) === '' ? 'expiry' : 'gap');
}

/** The times of a row: what is not said in ms follows from the stamps, which are whole seconds. */
function timesOf(row: WireObject, seconds: number) {
  const createdMs = time(row.CreatedAt) ?? stamp(row.CreatedAtST);
  const completed = stamp(row.CompleteAtST);
  return {
    createdMs,
    expireAtMs: time(row.ExpireAt) ?? createdMs + seconds * 1_000,
    completedMs: Number.isNaN(completed) ? undefined : completed,
  };
}

/** The micro trade of a row of the server; throws an error for anything that is none. */
export function microFromWire(row: unknown): MicroTrade {
  if (!isObject(row)) throw new MicroRowError('micro trade: the row is no object');
  const isRunning = need(row, 'Status', '1, 3', isRunningOf);
  const seconds = need(row, 'Seconds', 'seconds', id);
  const end = endOf(row, isRunning);
  const state = microState(end);
  const product = isObject(row.ForexTradeList) ? row.ForexTradeList : {};
  return {
    id: need(row, 'Id', 'an id above 0', id),
    productId: orElse(asId(product.Id), 0),
    code: asText(product.ShowCode, TEXT_MAX),
    side: need(row, 'Type', '1 up, 2 down', sideOf),
    state,
    stake: need(row, 'Number', 'an amount above 0', positive<Money>),
    ratio: need(row, 'ProfitRatio', 'a ratio above 0', positive<Ratio>),
    seconds,
    ...timesOf(row, seconds),
    remainMs: isRunning ? orElse(asId(row.RemainMilliSeconds), 0) : 0,
    openPrice: need(row, 'OpenPrice', 'a price', positive<Price>),
    endPrice: state === 'closed' ? need(row, 'EndPrice', 'a price', positive<Price>) : undefined,
    profit: isRunning ? undefined : need(row, 'FactProfits', 'a decimal', decimalFromWire<Money>),
    lossLevel: asText(row.LossLevel, LOSS_LEVEL_MAX) || '0',
    end,
    memo: asText(row.Memo, MEMO_MAX),
  };
}

/** The micro trades of a page. A row that is none is left out, and reported. */
export function microPageFromWire(
  { data, total }: MicroOrdersReply,
  warn: (text: string) => void,
): { trades: MicroTrade[]; total: number } {
  const trades = (Array.isArray(data) ? data : []).flatMap((row) => {
    try {
      return microFromWire(row);
    } catch (error) {
      if (!(error instanceof MicroRowError)) throw error;
      warn(error.message);
      return [];
    }
  });
  return { trades, total: orElse(asId(total), trades.length) };
}

export const submittedMicroFromWire = ({ Micro: row }: MicroSubmitReply): MicroTrade => microFromWire(row);

function durationFromWire(row: unknown): MicroDuration[] {
  if (!isObject(row)) return [];
  const seconds = id(row.Seconds);
  const ratio = positive<Ratio>(row.ProfitRatio);
  if (seconds === undefined || ratio === undefined) return [];
  const minStake = decimalFromWire<Money>(row.LimitAmount) ?? 0n;
  return [
    {
      id: id(row.Id) ?? seconds,
      seconds,
      ratio,
      minStake,
      // A back end that names none is asked.
      maxStake: positive<Money>(row.MaxAmount) ?? STAKE_UNBOUND,
      winShare: decimalFromWire<Ratio>(row.WinShare) ?? 0n,
      averageCost: decimalFromWire<Ratio>(row.AverageCost) ?? 0n,
      isOffered: row.Offered === undefined || asId(row.Offered) === 1,
      endsAfterClose: asId(row.EndsAfterClose) === 1,
    },
  ];
}
/** No bound: larger than any decimal that can be sent. */
const STAKE_UNBOUND: Money = 1_000_000_000_000_000_000n;

/** A stake to choose from: a row, or, of another back end, the plain number (decision D1.3.12). */
const stakeFromWire = (row: unknown): Money | [] => positive<Money>(isObject(row) ? row.Number : row) ?? [];

/** What may be asked for now; what cannot be read of it is left out. */
export const microTermsFromWire = (reply: unknown): MicroTerms => {
  const { sec, number, Time: now } = isObject(reply) ? reply : ({} as WireObject);
  return {
    durations: (Array.isArray(sec) ? sec : []).flatMap(durationFromWire),
    stakes: (Array.isArray(number) ? number : []).flatMap(stakeFromWire),
    nowMs: orElse(asId(now), 0),
  };
};

// ------------------------------------------------------------------ write
/** A micro trade as the server shows it. `openSeq` and `endSeq`: ticks of the tape. */
export type ShownMicro = Omit<MicroTrade, 'code' | 'productId'> & {
  readonly product: OrderProduct;
  readonly openSeq: number;
  readonly endSeq: number;
};

/** The row of a micro trade. */
export const microToWire = (trade: ShownMicro): MicroRow => ({
  Id: trade.id,
  Status: trade.state === 'running' ? MICRO_STATUS.running : MICRO_STATUS.closed,
  Type: SIDE[trade.side],
  Number: formatDecimal(trade.stake),
  ProfitRatio: formatDecimal(trade.ratio),
  Seconds: trade.seconds,
  RemainMilliSeconds: trade.remainMs,
  OpenPrice: toNumber(trade.openPrice),
  EndPrice: toNumber(trade.endPrice ?? 0n),
  FactProfits: formatDecimal(trade.profit ?? 0n),
  CreatedAtST: stampToWire(trade.createdMs),
  CompleteAtST: trade.completedMs === undefined ? '' : stampToWire(trade.completedMs),
  ForexTradeList: {
    Id: trade.product.id,
    Code: trade.product.code,
    ShowCode: trade.product.showCode,
    PricePrecision: trade.product.pricePrecision,
  },
  ExpireAt: trade.expireAtMs,
  CreatedAt: trade.createdMs,
  EndReason: trade.end,
  Memo: trade.memo,
  LossLevel: trade.lossLevel,
  Seq: trade.openSeq,
  EndSeq: trade.endSeq,
});

export const microPageToWire = (trades: readonly ShownMicro[], total: number): MicroOrdersReply => ({
  data: trades.map(microToWire),
  total,
});
/** Says of each void one why it is void, in a language. */
export const microPageInWords = (page: MicroOrdersReply, textOf: (reason: MicroVoidReason) => string): MicroOrdersReply => ({
  ...page,
  data: page.data.map((row) => {
    const reason = microEndReason(row.EndReason);
    return reason !== undefined && isMicroVoid(reason) ? { ...row, Memo: textOf(reason) } : row;
  }),
});
export const submittedMicroToWire = (trade: ShownMicro): MicroSubmitReply => ({
  Id: trade.id,
  Seq: trade.openSeq,
  Micro: microToWire(trade),
});

/** `winShare` and `averageCost`: `undefined` where nobody knows them. */
export type ShownDuration = Omit<MicroDuration, 'winShare' | 'averageCost'> & {
  readonly [K in 'winShare' | 'averageCost']: Ratio | undefined;
};

const flag = (isSet: boolean): 0 | 1 => (isSet ? 1 : 0);
const durationToWire = (row: ShownDuration): MicroTermsReply['sec'][number] => ({
  Id: row.id,
  Seconds: row.seconds,
  ProfitRatio: formatDecimal(row.ratio),
  LimitAmount: formatDecimal(row.minStake),
  MaxAmount: formatDecimal(row.maxStake),
  ...(row.winShare === undefined ? {} : { WinShare: formatDecimal(row.winShare) }),
  ...(row.averageCost === undefined ? {} : { AverageCost: formatDecimal(row.averageCost) }),
  Offered: flag(row.isOffered),
  EndsAfterClose: flag(row.endsAfterClose),
});

export const microTermsToWire = (durations: readonly ShownDuration[], stakes: readonly Money[], nowMs: number): MicroTermsReply => ({
  sec: durations.map(durationToWire),
  number: stakes.map((stake, at) => ({ Id: at + 1, Number: formatDecimal(stake) })),
  Time: nowMs,
});
