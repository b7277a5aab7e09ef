import { dispose, init, type KLineData } from 'klinecharts';
import { BAR_WIDTH_PX, type Contender, DOWN, RIGHT_GAP_BARS, UP } from './contender.ts';

const bar = { upColor: UP, downColor: DOWN, upBorderColor: UP, downBorderColor: DOWN, upWickColor: UP, downWickColor: DOWN };

export const kline: Contender = (box, bars) => {
  const chart = init(box, { styles: { candle: { bar, tooltip: { showRule: 'none' } } } });
  if (!chart) throw new Error('klinecharts did not start');
  let tell: (data: KLineData) => void = () => undefined;
  chart.setDataLoader({
    getBars: ({ type, callback }) => (type === 'init' ? callback([...bars.msRows], false) : callback([], false)),
    subscribeBar: ({ callback }) => {
      tell = callback;
    },
  });
  chart.setSymbol({ ticker: 'EURUSD', pricePrecision: 5, volumePrecision: 0 });
  chart.setPeriod({ type: 'minute', span: 1 });
  chart.setOffsetRightDistance(RIGHT_GAP_BARS * BAR_WIDTH_PX);
  chart.setBarSpace(BAR_WIDTH_PX);
  let barSpace = BAR_WIDTH_PX;
  return {
    pan: (direction) => chart.scrollByDistance(direction * barSpace),
    zoom(direction) {
      barSpace = direction > 0 ? barSpace * 1.1 : barSpace / 1.1;
      chart.setBarSpace(barSpace);
    },
    update: ({ timeMs, ...prices }) => tell({ timestamp: timeMs, ...prices, volume: 0 }),
    barX: (index) => (chart.convertToPixel({ timestamp: bars.time[index] as number }) as { x?: number }).x ?? Number.NaN,
    inView() {
      const { realFrom, realTo } = chart.getVisibleRange();
      return { first: realFrom, last: Math.min(bars.count, realTo) - 1 };
    },
    destroy: () => dispose(box),
  };
};
