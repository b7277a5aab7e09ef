/** @jsxImportSource react */
/** React and zustand as its own guide has it: one store, one merge for a batch of quotes, a selector for each memoized row. */
import { memo } from 'react';
import { createRoot } from 'react-dom/client';
import { create } from 'zustand';
import type { Contender } from './contender.ts';
import { type ListQuote, quotesAt, SYMBOLS, symbolOf, VISIBLE } from './market.ts';
import { PeerRow } from './peer-row.tsx';

const bySymbol = (quotes: readonly ListQuote[]): Record<string, ListQuote> => {
  const record: Record<string, ListQuote> = {};
  for (const quote of quotes) record[quote.symbol] = quote;
  return record;
};
const useQuotes = create<Record<string, ListQuote>>(() => bySymbol(quotesAt(0, SYMBOLS)));

const Row = memo(function Row({ symbol }: { symbol: string }) {
  return <PeerRow quote={useQuotes((state) => state[symbol]) as ListQuote} />;
});

export async function zustand(root: Element): Promise<Contender> {
  const symbols = Array.from({ length: VISIBLE }, (_, index) => symbolOf(index + 1));
  createRoot(root).render(symbols.map((symbol) => <Row key={symbol} symbol={symbol} />));
  return { root, prepare: async (quotes) => () => useQuotes.setState(bySymbol(quotes)) };
}
