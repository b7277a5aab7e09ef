/** The price alerts of one person as a server keeps them, for tests of the page: rows of the wire, and the answers to the calls about them. */
import type { AlertRow, FiredAlertRow } from '#protocol/rest/alert.ts';
import type { Call } from '../trade/fake-market.ts';

const EURUSD = { Id: 1, Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5 };
/** 2026-11-22 20:14:05 in GMT. */
const FIRED_AT = Date.UTC(2026, 10, 22, 20, 14, 5);

export const alertRow = (over: Partial<AlertRow> = {}): AlertRow => ({
  ...{ Id: 31, Kind: 'above', Price: 1.084, Repeat: 'once', State: 'waiting', CreatedAt: 1_772_618_400_000 },
  ForexTradeList: EURUSD,
  ...over,
});
export const firedRow = (over: Partial<FiredAlertRow> = {}): FiredAlertRow => ({
  ...{ Id: 71, AlertId: 31, Kind: 'above', Price: 1.08403, Level: 1.084, Repeat: 'once', Time: FIRED_AT, Seq: 9_001 },
  ForexTradeList: EURUSD,
  ...over,
});

type Reply = { code?: number; msg?: string; data?: unknown };
export type AlertBook = {
  alerts: AlertRow[];
  fired: FiredAlertRow[];
  /** Answers the next change with this, and changes nothing. */
  refusal: Reply | undefined;
  /** Fields of the changes that were asked for, in order. */
  readonly asked: Record<string, string>[];
  readonly routes: Record<string, (call: Call) => Reply>;
};

/** One without alerts unless told otherwise. A key has one answer for ever, refusals too (decision D0.11). */
export function alertBook(...alerts: AlertRow[]): AlertBook {
  const answers = new Map<string, Reply>();
  const change = (act: (fields: Record<string, string>) => unknown) => (call: Call) => {
    const fields = Object.fromEntries(call.fields);
    book.asked.push(fields);
    const known = answers.get(fields.client_id ?? '');
    if (known) return known;
    const { refusal } = book;
    book.refusal = undefined;
    const reply = refusal ?? { data: act(fields) };
    if (fields.client_id) answers.set(fields.client_id, reply);
    return reply;
  };
  const book: AlertBook = {
    alerts,
    fired: [],
    refusal: undefined,
    asked: [],
    routes: {
      '/v2/api/alert/list': () => ({ data: { data: book.alerts, total: book.alerts.length } }),
      '/v2/api/alert/fired': () => ({ data: { data: book.fired, total: book.fired.length } }),
      '/v2/api/alert/create': change((fields) => {
        const row = alertRow({ ...termsOf(fields), Id: 40 + book.alerts.length });
        book.alerts = [row, ...book.alerts];
        return row;
      }),
      '/v2/api/alert/edit': change((fields) => {
        book.alerts = book.alerts.map((row) => (row.Id === Number(fields.id) ? { ...row, ...termsOf(fields) } : row));
        return book.alerts.find((row) => row.Id === Number(fields.id));
      }),
      '/v2/api/alert/delete': change(({ id }) => {
        book.alerts = book.alerts.filter((row) => row.Id !== Number(id));
        return { Id: Number(id) };
      }),
    },
  };
  return book;
}

function termsOf({ kind, price, percent, window_s, repeat }: Record<string, string>): Partial<AlertRow> {
  return {
    ...(kind ? { Kind: kind as AlertRow['Kind'] } : {}),
    ...(price ? { Price: Number(price) } : {}),
    ...(percent ? { Percent: percent } : {}),
    ...(window_s ? { WindowS: Number(window_s) } : {}),
    ...(repeat ? { Repeat: repeat as AlertRow['Repeat'] } : {}),
  };
}
