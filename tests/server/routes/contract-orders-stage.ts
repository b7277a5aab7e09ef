/** A stage for tests of contract orders through the routes: two people with orders in every state, on the real server. */
import type { FillReply, OrderRow, ProductRow } from '#protocol/rest/forex.ts';
import { type Reply, type StartedApp, type StartOptions, startApp } from '../start-app.ts';
import { moneyRows } from '../trading/trading-fixture.ts';

export const PATH = {
  submit: '/v2/api/forex/submit',
  close: '/v2/api/forex/close',
  cancel: '/v2/api/forex/cancel_trade',
  setStop: '/v2/api/forex/set_stop_price',
  amend: '/v2/api/forex/amend',
  reverse: '/v2/api/forex/reverse',
  closeAll: '/v2/api/forex/close_all',
  cancelAll: '/v2/api/forex/cancel_all',
  myDeal: '/v2/api/forex/my_deal',
  statement: '/v2/api/main/accountLog/statement',
  log: '/v2/api/main/accountLog/forexChange',
} as const;

export type Fields = Readonly<Record<string, string>>;
type Stage = Awaited<ReturnType<typeof openStage>>;

export type { Stage };

export async function openStage(options: StartOptions = {}) {
  const started: StartedApp = await startApp(options);
  const products = (await started.call<ProductRow[]>('/v2/api/forex/trade_list')).data;
  const idOf = (code: string): string => {
    const product = products.find((row) => row.Code === code);
    if (!product) throw new Error(`no product ${code}`);
    return String(product.Id);
  };
  const anna = await started.demo();
  const bob = await started.demo();
  /** A money call by POST, as our client sends it. */
  const act = <T = FillReply>(path: string, fields: Fields = {}, who = anna): Promise<Reply<T>> =>
    started.call<T>(path, fields, { method: 'POST', token: who.token });
  const market = (fields: Fields = {}): Fields => ({
    type: '1',
    cont: '0.1',
    forex_id: idOf('EURUSD'),
    status: '1',
    target_price: '0',
    stop_loss_price: '0',
    target_profit_price: '0',
    multiple: '100',
    ...fields,
  });
  const pending = (fields: Fields = {}): Fields => market({ status: '0', target_price: '1.08', ...fields });

  return {
    ...{ ...started, idOf, anna, bob, act, market, pending },
    /** The order row of a successful call. */
    async order(path: string, fields: Fields, who = anna): Promise<OrderRow> {
      const reply = await act(path, fields, who);
      if (reply.code !== 1) throw new Error(`${path}: ${reply.code} ${reply.msg}`);
      return reply.data.Order;
    },
    list: async (status: '0' | '1' | '3', who = anna) =>
      (await started.call<{ data: OrderRow[]; total: number; all_fact_profits: string }>(PATH.myDeal, { status }, { token: who.token }))
        .data,
    /** Everything that money moves in, as one text. */
    money: () => moneyRows(started.db),
  };
}
