/** @jsxImportSource react */
/** React and zustand as its own guide has it: one store, one merge for a batch of quotes, a selector for each memoized row. */
import { memo } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { Contender } from './contender.ts';
import { type ListQuote, quotesAt, symbolOf, VISIBLE } from './market.ts';
import { PeerRow } from './peer-row.tsx';

type Quotes = Record<string, ListQuote>;
const bySymbol = (quotes: readonly ListQuote[]): Quotes => {
  const record: Quotes = {};
  for (const quote of quotes) record[quote.symbol] = quote;
  return record;
};

const Row = memo(function Row({ store, symbol }: { store: StoreApi<Quotes>; symbol: string }) {
  return <PeerRow quote={useStore(store, (state) => state[symbol]) as ListQuote} />;
});

/** Its store holds so many symbols; twenty of them are on screen. */
export async function zustand(root: Element, symbols: number): Promise<Contender> {
  const store = createStore<Quotes>(() => bySymbol(quotesAt(0, symbols)));
  const rows = Array.from({ length: VISIBLE }, (_, index) => symbolOf(index + 1));
  createRoot(root).render(rows.map((symbol) => <Row key={symbol} store={store} symbol={symbol} />));
  return { root, prepare: async (quotes) => () => store.setState(bySymbol(quotes)) };
}
