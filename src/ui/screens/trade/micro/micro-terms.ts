/** What is offered for a product: durations, ratios, limits, odds. Read with the tab, and again when it is old: ratios follow the odds. */
import { useEffect, useState } from 'preact/hooks';
import type { MicroTerms } from '#domain/micro-trade.ts';
import { microTerms } from '#rest/micro.ts';
import { useLinkReturn } from '../../../lazy/link-return.ts';
import { request } from '../../../requests/request.ts';
import { type Query, useQuery } from '../../../state/query.ts';

/** A minute: a ratio that has become worse meanwhile is refused by the server, since the one that was seen is sent too. */
const TERMS_STALE_MS = 60_000;

/** `atMs`: when they were read, in ms of `performance.now()`. */
export type ReadTerms = MicroTerms & { readonly atMs: number };

export function useMicroTerms(productId: number): Query<ReadTerms> {
  const terms = useQuery<ReadTerms>({
    key: ['micro-terms', productId],
    read: async (signal) => ({
      ...(await microTerms(request, productId, { signal, silent: true, initial: true })),
      atMs: performance.now(),
    }),
    staleMs: TERMS_STALE_MS,
  });
  useLinkReturn(() => {
    if (terms.status.peek() === 'failed') void terms.refetch();
  });
  return terms;
}

const REDRAW_MS = 1_000;

/** The server's trading time, whatever the clock of the phone says. */
export const serverNow = ({ nowMs, atMs }: ReadTerms): number => nowMs + performance.now() - atMs;

/** The same, drawn anew every second while `isRunning`. */
export function useServerNow(terms: ReadTerms, isRunning: boolean): number {
  const redraw = useState(0)[1];
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => redraw((count) => count + 1), REDRAW_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return serverNow(terms);
}
