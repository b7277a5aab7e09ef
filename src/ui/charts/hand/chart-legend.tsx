import { type ReadonlySignal, useComputed } from '@preact/signals';
import { changeBetween } from '#domain/change-percent.ts';
import type { ChartLayer, LegendLine } from '../chart-layer.ts';
import type { PriceScale } from '../price-range.ts';
import type { ChartHand, Reading } from './chart-hand.ts';

export type LegendTexts = {
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  /** Typographic minus, as wide as a plus. */
  minus: string;
  /** A change in percent, with its sign. */
  percent: (percent: number) => string;
  volumeText: (volume: number) => string;
};
type LegendProps = {
  hand: ChartHand;
  layer: ReadonlySignal<ChartLayer | undefined>;
  scale: ReadonlySignal<PriceScale | undefined>;
  texts: LegendTexts;
};
/** The bar under the crosshair, or the newest one, in one line above the plot; indicators with their values below it, or in their pane. A tick changes texts alone. */
export function ChartLegend({ hand, layer, scale, texts }: LegendProps) {
  const reading = useComputed(() => (hand.paints.value >= 0 ? hand.reading() : undefined));
  const tone = useComputed(() => toneOf(reading.value));
  const price = (name: 'open' | 'high' | 'low' | 'close') => () =>
    reading.value ? hand.view.settings.formatPrice(reading.value[name]) : '';
  const change = () => (reading.value ? texts.percent(changeBetween(reading.value.before, reading.value.close)) : '');
  const volume = () => (reading.value ? texts.volumeText(reading.value.volume) : '');
  const hasVolume = useComputed(() => (reading.value?.volume ?? 0) > 0 && hand.view.settings.hasVolume !== false).value;
  const isNewest = useComputed(() => hand.cross.value === undefined).value;
  // Only where panes are elsewhere: a tick moves the scale, too.
  const places = useComputed(() => scale.value?.panePx.join() ?? '').value;
  const panes = places === '' ? [] : places.split(',');
  const legend = { hand, layer, reading, minus: texts.minus, paneCount: panes.length };
  return (
    <>
      <div class="candle-chart-legend num live">
        <p data-tone={tone} data-newest={isNewest || undefined}>
          <Figure name={texts.open} read={price('open')} />
          <Figure name={texts.high} read={price('high')} />
          <Figure name={texts.low} read={price('low')} />
          <Figure name={texts.close} read={price('close')} />
          <Figure name="" read={change} />
          {hasVolume && <Figure name={texts.volume} read={volume} />}
        </p>
        <LayerLegend {...legend} />
      </div>
      {panes.map((topPx, pane) => (
        <div key={pane} class="candle-chart-pane-legend num live" style={{ '--pane': `${topPx}px` }}>
          <LayerLegend {...legend} pane={pane} />
        </div>
      ))}
    </>
  );
}

const toneOf = (reading: Reading | undefined): '' | 'up' | 'down' =>
  !reading || reading.close === reading.before ? '' : reading.close > reading.before ? 'up' : 'down';

type LayerLegendProps = Pick<LegendProps, 'hand' | 'layer'> & {
  reading: ReadonlySignal<Reading | undefined>;
  minus: string;
  /** How many panes have room; the lines of a pane without room are listed above the prices. */
  paneCount: number;
  /** Its lines alone; absent: all others. */
  pane?: number;
};

function LayerLegend({ hand, layer, reading, minus, paneCount, pane }: LayerLegendProps) {
  const lines = useComputed<readonly LegendLine[]>(
    () => (reading.value && layer.value?.legend(hand.view.series, reading.value.index)) ?? [],
  );
  // The names alone decide what is drawn anew.
  const names = useComputed(() => lines.value.map(({ name }) => name).join()).value;
  const isHere = (line: LegendLine) => (line.pane !== undefined && line.pane < paneCount ? line.pane === pane : pane === undefined);
  if (names === '' || !lines.peek().some(isHere)) return null;
  const text = (at: number) => () => {
    const line = lines.value[at];
    return line ? valueText(line, minus, hand.view.settings.formatPrice) : '';
  };
  return (
    <p>{lines.peek().map((line, at) => isHere(line) && <Figure key={line.name} {...line} line={line.colour + 1} read={text(at)} />)}</p>
  );
}

/** With a minus of its own width; none before what reads as zero. */
function valueText({ value, digits }: LegendLine, minus: string, formatPrice: (price: number) => string): string {
  const size = Math.abs(value);
  const text = digits === undefined ? formatPrice(size) : size.toFixed(digits);
  return value < 0 && /[1-9]/.test(text) ? `${minus}${text}` : text;
}

type FigureProps = { name: string; read: () => string; line?: number; isNext?: boolean | undefined };

function Figure({ name, read, line, isNext }: FigureProps) {
  const text = useComputed(read);
  return (
    <span data-line={line}>
      {isNext ? <span class="sr-only">{name}</span> : name} <b>{text}</b>
    </span>
  );
}
