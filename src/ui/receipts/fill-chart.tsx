import type { TapeSpan } from '#protocol/receipts.ts';
import { t } from '../language/i18n.ts';
import { codeText, fillPriceText, hourText } from './fill-texts.ts';

const WIDTH = 100;
const HEIGHT = 40;
/** Room above and below for the line's own thickness and the mark. */
const INSET = 4;

type Scale = { x(timeMs: number): number; y(price: number): number };

/** Times over the whole width, prices over the height; what does not move runs through the middle. */
function scaleOf({ timesMs, prices }: TapeSpan): Scale {
  const [start = 0] = timesMs;
  const length = (timesMs.at(-1) ?? 0) - start;
  const low = Math.min(...prices);
  const range = Math.max(...prices) - low;
  return {
    x: (timeMs) => (length === 0 ? WIDTH / 2 : ((timeMs - start) / length) * WIDTH),
    y: (price) => (range === 0 ? HEIGHT / 2 : HEIGHT - INSET - ((price - low) / range) * (HEIGHT - 2 * INSET)),
  };
}

/** A price holds until the next: steps, no slopes. */
function stepsPath({ timesMs, prices }: TapeSpan, { x, y }: Scale): string {
  const points = prices.map((price, at) => [x(timesMs[at] ?? 0).toFixed(1), y(price).toFixed(1)] as const);
  const [first, ...rest] = points;
  if (!first) return '';
  const start = rest.length === 0 ? `M0 ${first[1]}H${WIDTH}` : `M${first.join(' ')}`;
  return start + rest.map(([left, top]) => `H${left}V${top}`).join('');
}

/** The tape up to a fill, its own tick marked. */
export function FillChart({ span, product }: { span: TapeSpan; product: number }) {
  if (span.prices.length === 0) return <p class="receipt-chart receipt-empty">{t('receipt:chart.none')}</p>;
  const scale = scaleOf(span);
  const price = span.prices[span.marked];
  const low = fillPriceText(product, Math.min(...span.prices));
  const high = fillPriceText(product, Math.max(...span.prices));
  const times = [hourText(span.timesMs[0] ?? 0), hourText(span.timesMs.at(-1) ?? 0)] as const;
  const values = { code: codeText(product), count: span.prices.length, from: times[0], to: times[1] };
  const name =
    price === undefined ? t('receipt:chart', values) : t('receipt:chart.marked', { ...values, price: fillPriceText(product, price) });
  return (
    <figure class="receipt-chart" role="img" aria-label={name} dir="ltr">
      <div class="receipt-axis num" aria-hidden="true">
        <small>{high}</small>
        {low !== high && <small>{low}</small>}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {price !== undefined && <Mark x={scale.x(span.timesMs[span.marked] ?? 0)} y={scale.y(price)} />}
        <path class="receipt-line" d={stepsPath(span, scale)} vector-effect="non-scaling-stroke" />
        {price !== undefined && <Dot x={scale.x(span.timesMs[span.marked] ?? 0)} y={scale.y(price)} />}
      </svg>
      <div class="receipt-times num" aria-hidden="true">
        <small>{times[0]}</small>
        {times[1] !== times[0] && <small>{times[1]}</small>}
      </div>
    </figure>
  );
}

type At = { x: number; y: number };
const Mark = ({ x, y }: At) => <path class="receipt-mark" d={`M${x} 0V${HEIGHT}M0 ${y}H${WIDTH}`} vector-effect="non-scaling-stroke" />;
/** A line without length and with round ends: a circle however the picture is stretched. */
const Dot = ({ x, y }: At) => <path class="receipt-dot" d={`M${x} ${y}h0`} vector-effect="non-scaling-stroke" />;
