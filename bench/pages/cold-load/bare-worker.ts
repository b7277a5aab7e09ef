/** The worker of the bare page: fetches what the product fetches, reads the socket, and hands prices on. Its name says for which screen. */
import type { ProductRow } from '../../../src/protocol/rest/forex.ts';
import type { BareBar, BareWords } from './bare-words.ts';

const LIST = '/v2/api/forex/trade_list';
const SITE = ['/api/basicSet/getBasicInfo', '/api/menu'];
const KLINE = '/v2/api/forex/kline?forex_id=1&period=5min&limit=300';
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  home: [...SITE, '/api/news/homeList', '/v2/api/forex/getCategories'],
  trade: SITE,
};

const screen = self.name;

type Push = { readonly type: string; readonly symbol: string; readonly quotation: { readonly close: number } };

const tell = (words: BareWords): void => postMessage(words);
const read = async <T>(path: string): Promise<T> => ((await (await fetch(path)).json()) as { data: T }).data;

const socket = new WebSocket(`ws://${location.host}/api/v2/ws`);
socket.onopen = () => socket.send('{"type":"sub","topic":"DAY_MARKET"}');
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data as string) as Push | readonly Push[];
  const pushes = Array.isArray(message) ? (message as readonly Push[]) : [message as Push];
  const prices = pushes.flatMap(({ type, symbol, quotation }) => (type === 'DAY_MARKET' ? [[symbol, quotation.close] as const] : []));
  if (prices.length > 0) tell({ prices });
};

void read<readonly ProductRow[]>(LIST).then((rows) => {
  tell({
    rows: rows.map((row) => ({
      id: row.Id,
      code: row.Code,
      name: row.ShowCode,
      digits: row.PricePrecision,
      price: row.ForexQuotations.Close,
    })),
  });
});
if (screen === 'trade')
  void read<readonly { Time: number; Open: number; High: number; Low: number; Close: number }[]>(KLINE).then((bars) =>
    tell({ bars: bars.map(({ Time, Open, High, Low, Close }): BareBar => [Time, Open, High, Low, Close]) }),
  );
for (const path of OTHERS[screen] ?? []) void read(path);
