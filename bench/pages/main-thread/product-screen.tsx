/** The screen under test made of the product's own parts: its chart and its rows, fed by the engine wherever that runs. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import type { EngineOptions, EngineStats, Frame, Sink } from '../../../src/protocol/engine-api.ts';
import { HEADER, QUOTE, SECTION } from '../../../src/protocol/frame.ts';
import { socketUrl } from '../../../src/protocol/socket-url.ts';
import { needTexts } from '../../../src/ui/language/i18n.ts';
import { ProductLink } from '../../../src/ui/products/product-link.tsx';
import { showLetters } from '../../../src/ui/products/product-mark.tsx';
import type { ChartFull } from '../../../src/ui/screens/trade/chart/chart-use-full.ts';
import { TradeChart } from '../../../src/ui/screens/trade/chart/trade-chart.tsx';
import { applyFrame, pageStats } from '../../../src/ui/state/apply-frame.ts';
import { productMap, products } from '../../../src/ui/state/products.ts';
import { priceText } from '../../../src/ui/text/format.ts';
import { PACE, ROWS } from './screen-figures.ts';
import { ShownRows } from './shown-rows.ts';
import '../../../src/ui/tokens.css';
import '../../../src/ui/shell/frame.css';
import './main-thread.css';

export const engineOptions = (): EngineOptions => ({
  origin: location.origin,
  socketUrl: socketUrl(location.origin),
  lang: 'en',
  profiles: '',
});

/** No screen to fill here. */
const NOT_FULL: ChartFull = { state: signal(undefined), toggle: async () => undefined };

// As the peers' rows, which draw no flags.
showLetters();

function ProductScreen() {
  const rows = products.value.slice(0, ROWS);
  const [first] = rows;
  return (
    <>
      {first && <TradeChart product={first} period="5min" full={NOT_FULL} onShown={() => undefined} />}
      <ul class="list">
        {rows.map((row) => (
          <li key={row.id}>
            <ProductLink row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A page that is not slow answers so late on purpose, so that the engine keeps the pace of a slow one; one that is as late anyway does not wait. */
const HOLD_MS = 60;
let holdMs = 0;
const latenciesMs: number[] = [];
const shown = new ShownRows();
let isProbed = false;
let frameBytes = 0;
let frameRows = 0;
let acknowledged = 0;
let unpainted = 0;
const afterPaint = new MessageChannel();

/** Shows the screen, and gives the sink that the engine's frames go to. `stats` asks the engine. */
export async function showProductScreen(stats: () => Promise<EngineStats>): Promise<Sink> {
  await needTexts('shell', 'trade', 'errors');
  render(<ProductScreen />, document.getElementById('app') as HTMLElement);
  window.screenUnderTest = {
    figures: async () => ({
      ticks: (await stats()).ticks,
      updates: pageStats().framesApplied,
      frameBytes,
      frameRows,
      latenciesMs: latenciesMs.splice(0),
      shownMs: shown.take(),
      acknowledged,
      unpainted,
    }),
    probe: () => {
      isProbed = true;
      shown.start();
    },
    pace: (ms) => {
      holdMs = ms === PACE.slow ? HOLD_MS : 0;
    },
  };
  return async (frame) => {
    frameBytes += frame.buffer.byteLength;
    frameRows += new Float64Array(frame.buffer)[HEADER.quotes] as number;
    const times = isProbed ? expectRows(frame) : [];
    const arrivedMs = performance.now();
    const isPainted = isProbed ? watchPaint() : undefined;
    const buffer = await applyFrame(frame);
    if (isPainted) acknowledged++;
    if (isPainted?.() === false) unpainted++;
    const now = Date.now();
    for (const timeMs of times) latenciesMs.push(now - timeMs);
    const waitMs = arrivedMs + holdMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return buffer;
  };
}

/** Asks for a display frame before the frame of the engine does, and says whether it has been painted since. */
function watchPaint(): () => boolean {
  let isPainted = false;
  requestAnimationFrame(() => {
    afterPaint.port1.onmessage = () => {
      isPainted = true;
    };
    afterPaint.port2.postMessage(0);
  });
  return () => isPainted;
}

/** Sending times of the quotes in a frame that is about to be applied; their prices are awaited on screen. */
function expectRows({ buffer }: Frame): number[] {
  const slots = new Float64Array(buffer);
  const times: number[] = [];
  for (let row = 0; row < (slots[HEADER.quotes] as number); row++) {
    const at = SECTION.quotes + row * QUOTE.slots;
    const timeMs = slots[at + QUOTE.timeMs] as number;
    times.push(timeMs);
    const product = productMap.peek().get(slots[at + QUOTE.productId] as number);
    if (product) shown.expect(product.code, priceText(slots[at + QUOTE.close] as number, product.pricePrecision), timeMs);
  }
  return times;
}
