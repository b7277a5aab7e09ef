/** Micro trades of a test: what is offered, what runs and what has ended, as the server answers it. Ids are fresh in every test. */
import type { MicroRow, MicroTermsReply } from '#protocol/rest/micro.ts';
import { answer, type Call } from '../trade/fake-market.ts';

const TERMS = '/v2/api/micro/get_seconds';
export const SUBMIT = '/v2/api/micro/submit';
export const LISTS = '/v2/api/micro/orders';
/** The server's trading time: far from the clock of the machine that runs the test. */
export const NOW = Date.UTC(2031, 5, 3, 10, 0, 5);

const duration = (Seconds: number, ProfitRatio: string, over: Partial<MicroTermsReply['sec'][number]> = {}) => ({
  Id: Seconds,
  Seconds,
  ProfitRatio,
  LimitAmount: '10',
  MaxAmount: '1000',
  WinShare: '0.5012',
  AverageCost: '0.0728',
  Offered: 1 as const,
  EndsAfterClose: 0 as const,
  ...over,
});
export const terms = (): MicroTermsReply => ({
  sec: [
    duration(30, '0.8', { Offered: 0 }),
    duration(60, '0.85'),
    duration(120, '0.88', { LimitAmount: '20', WinShare: '0.504', AverageCost: '0.0525' }),
    duration(300, '0.9', { EndsAfterClose: 1 }),
  ],
  number: ['10', '50', '100', '500'].map((stake, at) => ({ Id: at + 1, Number: stake })),
  Time: NOW,
});

export const micros = { firstId: 7_000, running: [] as MicroRow[], closed: [] as MicroRow[], terms: terms() };

/** A trade that runs: 33.33 up on EUR/USD for 60 s at 0.85. */
export const row = (over: Partial<MicroRow> = {}): MicroRow => ({
  Id: micros.firstId,
  Status: 1,
  Type: 1,
  Number: '33.33',
  ProfitRatio: '0.85',
  Seconds: 60,
  RemainMilliSeconds: 60_000,
  OpenPrice: 1.08342,
  EndPrice: 0,
  FactProfits: '0',
  CreatedAtST: '2031-06-03 10:00:05',
  CompleteAtST: '',
  ForexTradeList: { Id: 1, Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5 },
  ExpireAt: NOW + 60_000,
  CreatedAt: NOW,
  EndReason: '',
  Memo: '',
  LossLevel: '0',
  Seq: 1,
  EndSeq: 0,
  ...over,
});
/** The same, won: at 1.0835. */
export const ended = (over: Partial<MicroRow> = {}): MicroRow =>
  row({
    Status: 3,
    RemainMilliSeconds: 0,
    EndPrice: 1.0835,
    FactProfits: '28.33',
    CompleteAtST: '2031-06-03 10:01:05',
    EndReason: 'expiry',
    EndSeq: 9,
    ...over,
  });

const pageOf = (rows: readonly MicroRow[], fields: URLSearchParams) => {
  const page = Number(fields.get('page') ?? '1');
  return { data: rows.slice((page - 1) * 10, page * 10), total: rows.length };
};

type Routes = Parameters<typeof answer>[0];
/** Before each test: nothing runs, a submit makes the row of `row()` run. Gives what is called. */
export function answerMicros(routes: Routes = {}): Call[] {
  return answer({
    [TERMS]: () => ({ data: micros.terms }),
    [LISTS]: ({ fields }) => ({ data: pageOf(fields.get('status') === '1' ? micros.running : micros.closed, fields) }),
    [SUBMIT]: () => {
      const opened = row();
      micros.running = [opened, ...micros.running];
      return { msg: 'Done', data: { Id: opened.Id, Seq: 1, Micro: opened } };
    },
    '/v2/api/main/wallet/getBalance': () => ({ data: [] }),
    ...routes,
  });
}

export function resetMicros(): void {
  micros.firstId += 100;
  micros.running = [];
  micros.closed = [];
  micros.terms = terms();
}
