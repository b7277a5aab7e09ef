/** A row of the trade list for tests of the ticket. */
import type { ProductRow } from '#protocol/rest/forex.ts';

export const product = (own: Partial<ProductRow> = {}): ProductRow => ({
  ...{ Id: 7, Code: 'EURUSD', ShowCode: 'EUR/USD', Name: '', Logo: '', CategoryId: 1, MarketStatus: 1, OpensAt: 0, PricePrecision: 5 },
  ForexQuotations: { Open: 1, Close: 1, Change: 0, High: 1, Low: 1, Time: 1, Confirmed: 1 },
  HasForexMultiple: [{ Value: 100, Default: 1 }],
  ...{
    ForexMinCont: '0.1',
    ForexMaxCont: '50',
    ForexContNum: '100000',
    ForexFeeRate: '6',
    MarginMode: 0,
    Pip: '0.01',
    QuoteRate: '1',
    Sort: 1,
  },
  ...own,
});
