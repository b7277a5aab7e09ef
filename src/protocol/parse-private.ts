/** The parts of private pushes that hold lists and money. Pure; never throws; `undefined` for what cannot be read. */
import type { OwnBalance } from '#domain/account.ts';
import { CLOSE_REASONS, type CloseReason } from '#domain/close-reasons.ts';
import { decimalFromWire, type Money } from '#domain/decimal.ts';
import { balancesFromWire } from './balance-wire.ts';
import type { AccountSnapshot } from './received.ts';
import { asId, asPrice, isObject, type WireObject } from './wire-value.ts';

const REASONS_MAX = 1_000;

/** A FOREX_TRADE payload. Only the order list is required (specification S1 section 3); sums may be missing in other back ends. */
export function readAccount(data: WireObject, outbox?: unknown): AccountSnapshot | undefined {
  const list = data.TransOrder;
  if (!Array.isArray(list)) return undefined;
  const orders = list.flatMap((row) => {
    if (!isObject(row)) return [];
    const id = asId(row.Id);
    const profit = decimalFromWire<Money>(row.FactProfits);
    return id > 0 && profit !== undefined ? [{ id, price: asPrice(row.UpdatePrice), profit }] : [];
  });
  return {
    margin: decimalFromWire<Money>(data.CautionMoneyAll),
    balance: decimalFromWire<Money>(data.Balance),
    pending: decimalFromWire<Money>(data.Pending),
    deficit: decimalFromWire<Money>(data.Deficit),
    outboxSeq: asId(outbox),
    orders,
  };
}

/** Rows of a BALANCE push; one bad row makes the list invalid, because half a balance is worse than none. */
export function readBalanceRows(data: unknown): OwnBalance[] | undefined {
  const rows = balancesFromWire(data);
  return Array.isArray(data) && rows.length === data.length ? rows : undefined;
}

/** Reasons by order id; what is not a known reason is left out. */
export function readReasons(value: unknown): Record<string, CloseReason> {
  if (!isObject(value)) return {};
  const known = Object.entries(value).filter(([id, reason]) => asId(id) > 0 && CLOSE_REASONS.includes(reason as CloseReason));
  return Object.fromEntries(known.slice(0, REASONS_MAX)) as Record<string, CloseReason>;
}
