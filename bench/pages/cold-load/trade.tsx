/** The least that anybody could do for Trade with this stack: one live price, and candles drawn on a canvas. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { bars, priceOf, rows, startMarket } from './bare-market.ts';
import { drawCandles } from './draw-candles.ts';

startMarket('trade');

function Trade() {
  const [first] = rows.value;
  return (
    <>
      <h1>{first?.name}</h1>
      {first && <b data-symbol={first.code}>{priceOf(first.code)}</b>}
      <canvas />
    </>
  );
}

render(<Trade />, document.getElementById('app') as HTMLElement);
const canvas = document.querySelector('canvas') as HTMLCanvasElement;
effect(() => {
  if (bars.value.length > 0) drawCandles(canvas, bars.value);
});
