/**
 * The floor of a reconnect: a page without app and engine that opens one socket, subscribes, and writes each price into one text; when the
 * socket is gone it opens the next one after a short wait, which it measures. It tells what a bench asks in the words of the app's own `outcry`.
 */
import type { Page } from 'playwright';
import { EXT_JSON_PROFILE, SOCKET_PATH, TOPIC } from '../../src/protocol/socket.ts';

/** Any small file of the origin: a document to stand in. */
const DOCUMENT = '/boot.js';

export async function openBare(page: Page, url: string, symbol: string): Promise<void> {
  await page.goto(`${url}${DOCUMENT}`);
  await page.evaluate(reconnectForEver, { symbol, path: SOCKET_PATH, profile: EXT_JSON_PROFILE, topic: TOPIC.quotes });
}

type Row = { readonly symbol: string; readonly close: number };
/** A subscription's answer brings a snapshot, a batch its rows. */
type Message = { readonly snapshot?: readonly Row[]; readonly data?: readonly Row[] };
type Asked = { readonly symbol: string; readonly path: string; readonly profile: string; readonly topic: string };

/** Runs in the page. */
function reconnectForEver({ symbol, path, profile, topic }: Asked): void {
  const price = document.createElement('b');
  price.dataset.symbol = symbol;
  const text = document.createTextNode('--');
  price.append(text);
  document.body.replaceChildren(price);
  let reconnects = -1;
  let state = 'closed';
  let waitedMs = 0;
  const [WAIT_MIN_MS, WAIT_MORE_MS] = [50, 300];
  const open = () => {
    const socket = new WebSocket(`ws://${location.host}${path}`);
    socket.onopen = () => {
      reconnects++;
      state = 'open';
      socket.send(JSON.stringify({ type: 'hello', v: 2, lang: 'en', profile, id: 1 }));
      socket.send(JSON.stringify({ type: 'sub', topic, symbols: [symbol], id: 2 }));
    };
    socket.onmessage = ({ data }) => {
      const { snapshot, data: rows } = JSON.parse(String(data)) as Message;
      const row = (snapshot ?? rows)?.find((each) => each.symbol === symbol);
      if (row) text.data = row.close.toFixed(5);
    };
    socket.onclose = () => {
      state = 'closed';
      const closedAtMs = performance.now();
      // Not at once, so that it meets a server and a machine in the same state as the app does; taken off in the same way.
      setTimeout(
        () => {
          waitedMs += performance.now() - closedAtMs;
          open();
        },
        WAIT_MIN_MS + Math.random() * WAIT_MORE_MS,
      );
    };
  };
  const stats = () => ({ reconnects, socket: state, waitedMs });
  Object.assign(globalThis, { outcry: { stats, engine: { stats: async () => stats() } } });
  open();
}
