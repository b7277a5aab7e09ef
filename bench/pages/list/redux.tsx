/** @jsxImportSource react */
/** React and Redux Toolkit as its own guide has it: one slice, one action for a batch of quotes, a selector for each memoized row. */
import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { memo } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useSelector } from 'react-redux';
import type { Contender } from './contender.ts';
import { type ListQuote, quotesAt, symbolOf, VISIBLE } from './market.ts';
import { PeerRow } from './peer-row.tsx';

type Quotes = Record<string, ListQuote>;
const bySymbol = (quotes: readonly ListQuote[]): Quotes => Object.fromEntries(quotes.map((quote) => [quote.symbol, quote]));

const sliceOf = (symbols: number) =>
  createSlice({
    name: 'quotes',
    initialState: bySymbol(quotesAt(0, symbols)),
    reducers: {
      arrived(state, { payload }: PayloadAction<readonly ListQuote[]>) {
        for (const quote of payload) state[quote.symbol] = quote;
      },
    },
  });

const Row = memo(function Row({ symbol }: { symbol: string }) {
  const quote = useSelector((state: { quotes: Quotes }) => state.quotes[symbol] as ListQuote);
  return <PeerRow quote={quote} />;
});

/** Its store holds so many symbols; twenty of them are on screen. */
export async function redux(root: Element, symbols: number): Promise<Contender> {
  const slice = sliceOf(symbols);
  const store = configureStore({ reducer: { quotes: slice.reducer } });
  const rows = Array.from({ length: VISIBLE }, (_, index) => symbolOf(index + 1));
  createRoot(root).render(
    <Provider store={store}>
      {rows.map((symbol) => (
        <Row key={symbol} symbol={symbol} />
      ))}
    </Provider>,
  );
  return { root, prepare: async (quotes) => () => void store.dispatch(slice.actions.arrived(quotes)) };
}
