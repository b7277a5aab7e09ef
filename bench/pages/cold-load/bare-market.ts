/** The bare page's side of its worker: one signal a price, filled as the messages come. */
import { batch, type Signal, signal } from '@preact/signals';
import type { BareBar, BareRow, BareWords } from './bare-words.ts';
import workerUrl from './bare-worker.ts?worker&url';

export const rows = signal<readonly BareRow[]>([]);
export const bars = signal<readonly BareBar[]>([]);
const texts = new Map<string, Signal<string>>();
const digits = new Map<string, number>();

/** The text of a product's price. */
export function priceOf(code: string): Signal<string> {
  const text = texts.get(code) ?? signal('');
  texts.set(code, text);
  return text;
}

const put = (code: string, price: number): void => {
  priceOf(code).value = price.toFixed(digits.get(code) ?? 5);
};

type Policy = { createScriptURL(url: string): string };
type TrustedScripts = { createPolicy(name: string, rules: Policy): Policy };

/** Starts the worker for a screen. */
export function startMarket(name: 'home' | 'trade'): void {
  const { trustedTypes } = globalThis as unknown as { trustedTypes: TrustedScripts };
  const policy = trustedTypes.createPolicy('app-worker', { createScriptURL: (url) => url });
  const worker = new Worker(policy.createScriptURL(workerUrl), { type: 'module', name });
  worker.onmessage = ({ data }: MessageEvent<BareWords>) =>
    batch(() => {
      if ('bars' in data) bars.value = data.bars;
      if ('prices' in data) for (const [code, price] of data.prices) put(code, price);
      if (!('rows' in data)) return;
      for (const row of data.rows) {
        digits.set(row.code, row.digits);
        if (!texts.has(row.code)) put(row.code, row.price);
      }
      rows.value = data.rows;
    });
}
