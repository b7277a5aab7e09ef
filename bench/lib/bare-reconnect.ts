/**
 * The floor of a reconnect: a page without app and engine that opens one socket, subscribes, and writes each price into one text; when the
 * socket is gone it opens the next one at once. It tells what a bench asks in the words of the app's own `outcry`.
 */
import type { Page } from 'playwright';
import { SOCKET_PATH, TOPIC } from '../../src/protocol/socket.ts';

/** Any small file of the origin: a document to stand in. */
const DOCUMENT = '/boot.js';

export async function openBare(page: Page, url: string, symbol: string): Promise<void> {
  await page.goto(`${url}${DOCUMENT}`);
  await page.evaluate(reconnectForEver, { symbol, path: SOCKET_PATH, topic: TOPIC.quotes });
}

type Quote = { readonly symbol?: string; readonly quotation?: { readonly close: number } };

/** Runs in the page. */
function reconnectForEver({ symbol, path, topic }: { symbol: string; path: string; topic: string }): void {
  const price = document.createElement('b');
  price.dataset.symbol = symbol;
  const text = document.createTextNode('--');
  price.append(text);
  document.body.replaceChildren(price);
  let reconnects = -1;
  let state = 'closed';
  const open = () => {
    const socket = new WebSocket(`ws://${location.host}${path}`);
    socket.onopen = () => {
      reconnects++;
      state = 'open';
      socket.send(JSON.stringify({ type: 'sub', topic }));
    };
    socket.onmessage = ({ data }) => {
      const quote = JSON.parse(String(data)) as Quote;
      if (quote.symbol === symbol && quote.quotation) text.data = quote.quotation.close.toFixed(5);
    };
    socket.onclose = () => {
      state = 'closed';
      open();
    };
  };
  const stats = () => ({ reconnects, socket: state, waitedMs: 0 });
  Object.assign(globalThis, { outcry: { stats, engine: { stats: async () => stats() } } });
  open();
}
