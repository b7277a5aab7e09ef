/**
 * The product's list: its engine, its frame, its page's state, its row. The engine runs in the page here, off the clock, so that a frame
 * is exactly what it would send up: rows on screen, whatever else changed. Taking the frame in is under the clock.
 */
import { render } from 'preact';
import type { Frame } from '../../../src/protocol/engine-api.ts';
import { FRAME_BYTES, HEADER } from '../../../src/protocol/frame.ts';
import { connectEngine, watchProduct } from '../../../src/ui/engine/watch.ts';
import { ProductLink } from '../../../src/ui/products/product-link.tsx';
import { applyFrame } from '../../../src/ui/state/apply-frame.ts';
import { products } from '../../../src/ui/state/products.ts';
import { createEngine } from '../../../src/worker/engine.ts';
import type { SocketHandlers } from '../../../src/worker/engine-parts.ts';
import type { Contender } from './contender.ts';
import { StepClock } from './engine-clock.ts';
import { type ListQuote, quotesAt, SYMBOLS, VISIBLE } from './market.ts';
import { microtasks } from './microtasks.ts';

const STEP_MS = 20;
const notHere = () => Promise.reject(new Error('a list of prices needs none of it'));

/** The trade list of the 1,000 symbols, in the words of the specification. */
const tradeList = (quotes: readonly ListQuote[]) =>
  quotes.map(({ id, symbol, open, close, high, low, change, timeMs }) => ({
    Id: id,
    Code: symbol,
    ShowCode: symbol,
    Name: `Name of ${symbol}`,
    CategoryId: 1,
    MarketStatus: 1,
    PricePrecision: 5,
    ForexQuotations: { Open: open, Close: close, High: high, Low: low, Change: change, Time: timeMs, Confirmed: timeMs },
  }));

const pushOf = ({ symbol, open, close, high, low, change, timeMs }: ListQuote) => ({
  type: 'DAY_MARKET',
  symbol,
  quotation: { open, close, high, low, change, time: timeMs },
});

export async function ours(root: Element): Promise<Contender> {
  const first = quotesAt(0, SYMBOLS);
  const clock = new StepClock((first[0] as ListQuote).timeMs);
  let socket: SocketHandlers | undefined;
  let frame: Frame | undefined;
  const engine = createEngine(
    {
      clock,
      random: () => 0.5,
      openSocket: (_url, handlers) => {
        socket = handlers;
        return { send: () => undefined, close: () => undefined };
      },
      fetch: async () => new Response(JSON.stringify({ code: 1, msg: '', data: tradeList(first) })),
      warn: (text) => console.warn(text),
    },
    { chart: notHere, account: notHere, ticket: notHere },
  );
  engine.start({ origin: '', socketUrl: 'ws://list', lang: 'en', profiles: '' });
  engine.show(async (sent) => {
    frame = sent;
    return new ArrayBuffer(FRAME_BYTES);
  });
  connectEngine(engine);
  socket?.onOpen();

  /** Lets the engine send what it has; the frame has then arrived. */
  const nextFrame = async () => {
    frame = undefined;
    clock.advance(STEP_MS);
    await microtasks();
  };
  while (products.peek().length < SYMBOLS) {
    await nextFrame();
    if (frame) void applyFrame(frame);
    await new Promise((resolve) => setTimeout(resolve));
  }
  for (let id = 1; id <= VISIBLE; id++) watchProduct(id);
  const rows = products.peek().slice(0, VISIBLE);
  render(
    rows.map((row) => <ProductLink key={row.id} row={row} />),
    root,
  );
  await microtasks();
  await nextFrame();
  if (frame) void applyFrame(frame);

  const timers = capturedTimers();
  return {
    root,
    async prepare(quotes) {
      socket?.onMessage(JSON.stringify(quotes.map(pushOf)));
      await nextFrame();
      const sent = frame && new Float64Array(frame.buffer)[HEADER.quotes];
      if (!frame || sent !== VISIBLE) throw new Error(`the engine sent ${sent} rows, and ${VISIBLE} are on screen`);
      const taken = frame;
      return () => {
        timers.runDue();
        timers.capture(() => void applyFrame(taken));
      };
    },
  };
}

/**
 * Timers that the product sets while it takes a frame in, run before a later one, so that their work is under the clock too. At ten
 * frames a second the colour of a move, 150 ms, goes between the second and the third frame.
 */
function capturedTimers() {
  const real = globalThis.setTimeout;
  let older: (() => void)[] = [];
  let newer: (() => void)[] = [];
  const capturing = ((work: () => void) => newer.push(work)) as unknown as typeof setTimeout;
  return {
    capture(work: () => void) {
      globalThis.setTimeout = capturing;
      work();
      globalThis.setTimeout = real;
    },
    runDue() {
      const due = older;
      older = newer;
      newer = [];
      for (const work of due) work();
    },
  };
}
