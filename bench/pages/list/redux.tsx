/** @jsxImportSource react */
/** React and Redux Toolkit as its own guide has it: one slice, one action for a batch of quotes, a selector for each memoized row. */
import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { memo } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useSelector } from 'react-redux';
import type { Contender } from './contender.ts';
import { type ListQuote, quotesAt, SYMBOLS, symbolOf, VISIBLE } from './market.ts';
import { PeerRow } from './peer-row.tsx';

type Quotes = Record<string, ListQuote>;
const bySymbol = (quotes: readonly ListQuote[]): Quotes => Object.fromEntries(quotes.map((quote) => [quote.symbol, quote]));

const slice = createSlice({
  name: 'quotes',
  initialState: bySymbol(quotesAt(0, SYMBOLS)),
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

export async function redux(root: Element): Promise<Contender> {
  const store = configureStore({ reducer: { quotes: slice.reducer } });
  const symbols = Array.from({ length: VISIBLE }, (_, index) => symbolOf(index + 1));
  createRoot(root).render(
    <Provider store={store}>
      {symbols.map((symbol) => (
        <Row key={symbol} symbol={symbol} />
      ))}
    </Provider>,
  );
  return { root, prepare: async (quotes) => () => void store.dispatch(slice.actions.arrived(quotes)) };
}
