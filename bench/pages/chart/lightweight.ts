import { CandlestickSeries, createChart } from 'lightweight-charts';
import { BAR_WIDTH_PX, type Contender, DOWN, RIGHT_GAP_BARS, UP } from './contender.ts';

export const lightweight: Contender = (box, bars) => {
  const chart = createChart(box, {
    width: box.clientWidth,
    height: box.clientHeight,
    layout: { fontSize: 11, attributionLogo: false },
    timeScale: { timeVisible: true, barSpacing: BAR_WIDTH_PX, rightOffset: RIGHT_GAP_BARS },
  });
  const series = chart.addSeries(CandlestickSeries, {
    upColor: UP,
    downColor: DOWN,
    wickUpColor: UP,
    wickDownColor: DOWN,
    borderVisible: false,
    priceFormat: { type: 'price', precision: 5, minMove: 0.00001 },
  });
  series.setData([...bars.rows]);
  const scale = chart.timeScale();
  let offset = RIGHT_GAP_BARS;
  let barSpacing = BAR_WIDTH_PX;
  return {
    pan(direction) {
      offset -= direction;
      scale.scrollToPosition(offset, false);
    },
    zoom(direction) {
      barSpacing = direction > 0 ? barSpacing * 1.1 : barSpacing / 1.1;
      scale.applyOptions({ barSpacing });
    },
    update: ({ timeMs, ...prices }) => series.update({ time: (timeMs / 1000) as never, ...prices }),
    barX: (index) => scale.logicalToCoordinate(index as never) ?? Number.NaN,
    inView() {
      const range = scale.getVisibleLogicalRange();
      return { first: Math.ceil((range?.from ?? 0) - 0.5), last: Math.min(bars.count - 1, Math.floor((range?.to ?? 0) + 0.5)) };
    },
    destroy: () => chart.remove(),
  };
};
