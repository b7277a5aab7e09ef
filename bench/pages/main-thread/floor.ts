/**
 * The floor: the least that a page spends that shows the same. The same texts in the same cells and the same canvas rectangles at the
 * pace of `?pace=` ms, written by hand: a bare worker hands the main thread ready texts, and here they are put in place. No framework,
 * no engine, no answer to the worker.
 */
import iconsUrl from '../../../src/ui/kit/icons.svg?no-inline';
import { FloorChart } from './floor-chart.ts';
import type { FloorAsk, FloorNews, FloorRow } from './floor-words.ts';
import workerUrl from './floor-worker.ts?worker&url';
import { ShownRows } from './shown-rows.ts';
import '../../../src/ui/tokens.css';
import '../../../src/ui/shell/frame.css';
import '../../../src/ui/products/product-link.css';
import '../../../src/ui/kit/button.css';
import '../../../src/ui/kit/icon.css';
import '../../../src/ui/kit/list.css';
import '../../../src/ui/kit/monogram.css';
import '../../../src/ui/kit/price-text.css';
import '../../../src/ui/kit/tabs.css';
import '../../../src/ui/charts/hand/hand.css';
import '../../../src/ui/charts/candle-chart.css';
import '../../../src/ui/screens/trade/chart/chart-stage.css';
import './main-thread.css';

/** The nodes of a row, and what stands in them. */
type Cells = {
  readonly code: string;
  readonly price: HTMLElement;
  readonly change: HTMLElement;
  text: string;
  tone: string;
  flash: string;
};

type TrustedMarks = {
  createPolicy(
    name: string,
    rules: Record<'createScriptURL' | 'createHTML', (text: string) => string>,
  ): { createScriptURL(url: string): string; createHTML(html: string): string };
};
/** The page runs under the product's own policy, which knows this one name. */
const trusted = (globalThis as unknown as { trustedTypes: TrustedMarks }).trustedTypes.createPolicy('app-worker', {
  createScriptURL: (url) => url,
  createHTML: (html) => html,
});
const worker = new Worker(trusted.createScriptURL(workerUrl), { type: 'module' });
const tell = (ask: FloorAsk): void => worker.postMessage(ask);
const paceMs = Number(new URLSearchParams(location.search).get('pace') ?? 100);
const cells: Cells[] = [];
const shown = new ShownRows();
let chart: FloorChart | undefined;
let isProbed = false;
/** Of each row that was brought while probed. */
const latenciesMs: number[] = [];
let updates = 0;
let told: ((ticks: number) => void) | undefined;

worker.onmessage = ({ data }: MessageEvent<FloorNews>) => {
  if (data.kind === 'start') start(data);
  else if (data.kind === 'ticks') told?.(data.ticks);
  else {
    updates++;
    for (const row of data.rows) write(row, cells[row.at] as Cells);
    if (data.bar) chart?.put(data.bar);
  }
};

function write(row: FloorRow, cell: Cells): void {
  if (isProbed) {
    shown.expect(cell.code, row.price, row.timeMs);
    latenciesMs.push(Date.now() - row.timeMs);
  }
  (cell.price.firstChild as Text).data = row.price;
  if (row.change !== cell.text) (cell.change.firstChild as Text).data = row.change;
  if (row.tone !== cell.tone) cell.change.setAttribute('data-tone', row.tone);
  if (row.flash !== cell.flash) cell.price.setAttribute('data-flash', row.flash);
  cell.text = row.change;
  cell.tone = row.tone;
  cell.flash = row.flash;
}

const icon = (name: string): string =>
  `<button type="button" class="icon-button"><svg class="icon" width="18" height="18" aria-hidden="true"><use href="${iconsUrl}#${name}" /></svg></button>`;

const periods = `<div class="tabs" data-variant="chips">${['1m', '5m', '15m', '30m', '1h', '4h', '1D', '1W', '1M']
  .map((name) => `<button type="button" role="tab" aria-selected="${name === '5m'}">${name}</button>`)
  .join('')}</div>`;

function start({ products, bars }: Extract<FloorNews, { kind: 'start' }>): void {
  const list = products.map(
    ({ Code, ShowCode }) => `<li><a class="product-link" href="#/trade">
      <span class="monogram" aria-hidden="true">${Code.slice(0, 2)}</span>
      <span class="product-link-name"><b>${ShowCode}</b></span>
      <span class="product-link-price"><span class="price num" data-symbol="${Code}" data-flash="">--</span></span>
      <span><span class="product-link-change num" data-tone="">--</span></span></a></li>`,
  );
  (document.getElementById('app') as HTMLElement).innerHTML = trusted.createHTML(
    `<section class="chart-stage"><div class="trade-periods"><div class="trade-period-strip">${periods}</div>
    <div class="chart-tools">${['indicators', 'table', 'expand'].map(icon).join('')}</div></div>
    <div class="candle-chart"><div class="candle-chart-plot"></div></div></section><ul class="list">${list.join('')}</ul>`,
  );
  for (const link of document.querySelectorAll('.product-link')) {
    const [price, change] = link.querySelectorAll<HTMLElement>('.num') as unknown as [HTMLElement, HTMLElement];
    cells.push({ code: price.dataset.symbol ?? '', price, change, text: '', tone: '', flash: '' });
  }
  chart = new FloorChart(document.querySelector('.candle-chart-plot') as HTMLElement, bars);
  // The product's chart paints all of itself anew when the theme changes: so that both can be asked to.
  new MutationObserver(() => chart?.paintWhole()).observe(document.documentElement, { attributeFilter: ['class'] });
  window.screenUnderTest = {
    figures: async () => ({
      ticks: await askTicks(),
      updates,
      frameBytes: 0,
      frameRows: 0,
      latenciesMs: latenciesMs.splice(0),
      shownMs: shown.take(),
      acknowledged: 0,
      unpainted: 0,
    }),
    probe: () => {
      isProbed = true;
      shown.start();
    },
    pace: (ms) => tell({ kind: 'pace', paceMs: ms }),
  };
}

const askTicks = (): Promise<number> =>
  new Promise((resolve) => {
    told = resolve;
    tell({ kind: 'stats' });
  });

tell({ kind: 'start', origin: location.origin, paceMs });
