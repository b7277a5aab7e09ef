/** @jsxImportSource react */
/** The same screen as such apps are built: React, Redux Toolkit with one selector a row, lightweight-charts; no developers' checks. */
import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { CandlestickSeries, createChart, HistogramSeries, type UTCTimestamp } from 'lightweight-charts';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useSelector } from 'react-redux';
import type { ProductRow } from '../../../src/protocol/rest/forex.ts';
import type { CandleRow } from '../../../src/protocol/rest/kline.ts';
import type { KlinePush, QuotationRow } from '../../../src/protocol/socket.ts';
import { socketUrl } from '../../../src/protocol/socket-url.ts';
import { ROWS } from './screen-figures.ts';
import '../../../src/ui/tokens.css';
import '../../../src/ui/shell/frame.css';
import '../../../src/ui/products/product-link.css';
import '../../../src/ui/kit/list.css';
import '../../../src/ui/kit/monogram.css';
import '../../../src/ui/kit/price-text.css';
import './main-thread.css';

type QuoteMessage = { readonly type: 'DAY_MARKET'; readonly symbol: string; readonly quotation: QuotationRow };
type Message = QuoteMessage | KlinePush | { readonly type: 'sub' | 'pong' };
type Quotes = Record<string, QuotationRow>;

const quotes = createSlice({
  name: 'quotes',
  initialState: {} as Quotes,
  reducers: {
    quoted(state, { payload }: PayloadAction<QuoteMessage>) {
      state[payload.symbol] = payload.quotation;
    },
    quotedMany(state, { payload }: PayloadAction<readonly QuoteMessage[]>) {
      for (const { symbol, quotation } of payload) state[symbol] = quotation;
    },
  },
});
const store = configureStore({
  reducer: { quotes: quotes.reducer },
  middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false, actionCreatorCheck: false }),
  devTools: false,
});
type State = ReturnType<typeof store.getState>;

const latenciesMs: number[] = [];
let isProbed = false;
let ticks = 0;
let updates = 0;

const Row = memo(function Row({ row }: { row: ProductRow }) {
  const quotation = useSelector((state: State) => state.quotes[row.Code]);
  useLayoutEffect(() => {
    if (!quotation) return;
    if (isProbed) latenciesMs.push(Date.now() - quotation.time);
  }, [quotation]);
  const change = quotation?.change ?? 0;
  return (
    <a className="product-link" href="#/trade">
      <span className="monogram">{row.Code.slice(0, 2)}</span>
      <span className="product-link-name">
        <b>{row.ShowCode}</b>
      </span>
      <span className="product-link-price">
        <span className="price num" data-symbol={row.Code}>
          {quotation?.close.toFixed(row.PricePrecision)}
        </span>
      </span>
      <span>
        <span className="product-link-change num" data-tone={change > 0 ? 'up' : change < 0 ? 'down' : ''}>
          {`${change > 0 ? '+' : ''}${change.toFixed(2)}%`}
        </span>
      </span>
    </a>
  );
});

type Bar = Omit<KlinePush, 'type' | 'symbol' | 'Period'>;
const GREEN = '#85bd00';
const RED = '#f6543e';
const candleOf = (bar: Bar) => ({
  time: (bar.Time / 1_000) as UTCTimestamp,
  open: bar.Open,
  high: bar.High,
  low: bar.Low,
  close: bar.Close,
});
const volumeOf = (bar: Bar) => ({ time: (bar.Time / 1_000) as UTCTimestamp, value: bar.Volume, color: bar.Close < bar.Open ? RED : GREEN });

/** The chart's newest bar goes to it by hand, past React, as its own documents advise. */
let showBar: (bar: Bar) => void = () => undefined;

function Chart({ bars }: { bars: readonly CandleRow[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return undefined;
    const chart = createChart(box.current, { autoSize: true, layout: { attributionLogo: false } });
    const options = { upColor: GREEN, downColor: RED, wickUpColor: GREEN, wickDownColor: RED, borderVisible: false } as const;
    const format = { type: 'price', precision: 5, minMove: 0.00001 } as const;
    const candles = chart.addSeries(CandlestickSeries, { ...options, priceFormat: format });
    const volumes = chart.addSeries(HistogramSeries, { priceScaleId: '', priceFormat: { type: 'volume' } });
    volumes.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } });
    candles.setData(bars.map(candleOf));
    volumes.setData(bars.map(volumeOf));
    showBar = (bar) => {
      candles.update(candleOf(bar));
      volumes.update(volumeOf(bar));
    };
    return () => chart.remove();
  }, [bars]);
  return <div ref={box} className="chart-box" />;
}

const read = async <T,>(path: string): Promise<T> => ((await (await fetch(path)).json()) as { data: T }).data;

/** Shows the screen and listens. `isBatched`: one action for all ticks since the last one, at the pace that is asked for, instead of one for each. */
export async function showReduxScreen(isBatched: boolean): Promise<void> {
  const products = (await read<ProductRow[]>('/v2/api/forex/trade_list')).slice(0, ROWS);
  const [first] = products as [ProductRow];
  const bars = await read<CandleRow[]>(`/v2/api/forex/kline?forex_id=${first.Id}&period=5min`);
  createRoot(document.getElementById('app') as HTMLElement).render(
    <Provider store={store}>
      <Chart bars={bars} />
      <ul className="list">
        {products.map((row) => (
          <li key={row.Id}>
            <Row row={row} />
          </li>
        ))}
      </ul>
    </Provider>,
  );
  const { quoted, quotedMany } = quotes.actions;
  const take = (message: Message) => {
    if (message.type === 'KLINE') showBar(message);
    if (message.type !== 'DAY_MARKET') return;
    ticks++;
    if (isBatched) return;
    store.dispatch(quoted(message));
    updates++;
  };
  let waiting: QuoteMessage[] = [];
  let paceMs = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const flush = () => {
    if (waiting.length === 0) return;
    store.dispatch(quotedMany(waiting));
    waiting = [];
    updates++;
  };
  const socket = new WebSocket(socketUrl(location.origin));
  socket.onopen = () => {
    for (const topic of [{ topic: 'DAY_MARKET' }, { topic: `KLINE_${first.Code}`, period: '5min' }])
      socket.send(JSON.stringify({ type: 'sub', ...topic }));
  };
  socket.onmessage = ({ data }) => {
    const parsed = JSON.parse(String(data)) as Message | Message[];
    const messages = Array.isArray(parsed) ? parsed : [parsed];
    messages.forEach(take);
    if (!isBatched) return;
    waiting.push(...messages.filter((message) => message.type === 'DAY_MARKET'));
    if (paceMs === 0) flush();
  };
  window.screenUnderTest = {
    figures: async () => ({
      ticks,
      updates,
      frameBytes: 0,
      frameRows: 0,
      latenciesMs: latenciesMs.splice(0),
      shownMs: [],
      acknowledged: 0,
      unpainted: 0,
    }),
    probe: () => {
      isProbed = true;
    },
    pace: (ms) => {
      paceMs = isBatched ? ms : 0;
      clearInterval(timer);
      if (paceMs > 0) timer = setInterval(flush, paceMs);
    },
  };
}
