import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { ChartLayer, LegendLine } from '../chart-layer.ts';
import type { ChartHand, Reading } from './chart-hand.ts';

export type LegendTexts = {
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  /** A change in percent, with its sign. */
  percent: (percent: number) => string;
  volumeText: (volume: number) => string;
};
type LegendProps = { hand: ChartHand; layer: ReadonlySignal<ChartLayer | undefined>; texts: LegendTexts };

/** The bar under the crosshair, or the newest one, in one line above the plot; indicators with their values in a second. A tick changes texts alone. */
export function ChartLegend({ hand, layer, texts }: LegendProps) {
  const reading = useComputed(() => (hand.paints.value >= 0 ? hand.reading() : undefined));
  const tone = useComputed(() => toneOf(reading.value));
  const price = (name: 'open' | 'high' | 'low' | 'close') => () =>
    reading.value ? hand.view.settings.formatPrice(reading.value[name]) : '';
  const change = () => (reading.value ? texts.percent((reading.value.close / reading.value.before - 1) * 100) : '');
  const volume = () => (reading.value ? texts.volumeText(reading.value.volume) : '');
  const hasVolume = useComputed(() => (reading.value?.volume ?? 0) > 0 && hand.view.settings.hasVolume !== false).value;
  const isNewest = useComputed(() => hand.cross.value === undefined).value;
  return (
    <div class="candle-chart-legend num live">
      <p data-tone={tone} data-newest={isNewest || undefined}>
        <Figure name={texts.open} read={price('open')} />
        <Figure name={texts.high} read={price('high')} />
        <Figure name={texts.low} read={price('low')} />
        <Figure name={texts.close} read={price('close')} />
        <Figure name="" read={change} />
        {hasVolume && <Figure name={texts.volume} read={volume} />}
      </p>
      <LayerLegend hand={hand} layer={layer} reading={reading} />
    </div>
  );
}

const toneOf = (reading: Reading | undefined): '' | 'up' | 'down' =>
  !reading || reading.close === reading.before ? '' : reading.close > reading.before ? 'up' : 'down';

type LayerLegendProps = Omit<LegendProps, 'texts'> & { reading: ReadonlySignal<Reading | undefined> };

function LayerLegend({ hand, layer, reading }: LayerLegendProps) {
  const lines = useComputed<readonly LegendLine[]>(
    () => (reading.value && layer.value?.legend(hand.view.series, reading.value.index)) ?? [],
  );
  // The names alone decide what is drawn anew.
  const names = useComputed(() => lines.value.map(({ name }) => name).join()).value;
  if (names === '') return null;
  const text = (at: number) => () => {
    const line = lines.value[at];
    if (!line) return '';
    return line.digits === undefined ? hand.view.settings.formatPrice(line.value) : line.value.toFixed(line.digits);
  };
  return (
    <p>
      {lines.peek().map(({ name, colour }, at) => (
        <Figure key={name} name={name} line={colour + 1} read={text(at)} />
      ))}
    </p>
  );
}

function Figure({ name, read, line }: { name: string; read: () => string; line?: number }) {
  const text = useComputed(read);
  return (
    <span data-line={line}>
      {name} <b>{text}</b>
    </span>
  );
}
