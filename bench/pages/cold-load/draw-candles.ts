/** Candles by hand: a wick and a body each. */
import type { BareBar } from './bare-words.ts';

/** As many as the product's chart shows at first in the same width. */
const CANDLES = 47;

export function drawCandles(canvas: HTMLCanvasElement, bars: readonly BareBar[]): void {
  const shown = bars.slice(-CANDLES);
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  const paint = canvas.getContext('2d') as CanvasRenderingContext2D;
  const high = Math.max(...shown.map((bar) => bar[2]));
  const low = Math.min(...shown.map((bar) => bar[3]));
  const y = (price: number) => ((high - price) / (high - low)) * canvas.height;
  const step = canvas.width / shown.length;
  shown.forEach(([, open, top, bottom, close], index) => {
    const x = index * step;
    paint.fillStyle = close >= open ? '#0a8f4d' : '#d0312d';
    paint.fillRect(x + step / 2, y(top), 1, y(bottom) - y(top));
    paint.fillRect(x + 1, y(Math.max(open, close)), step - 2, Math.max(1, Math.abs(y(open) - y(close))));
  });
  canvas.dataset.candles = String(shown.length);
}
