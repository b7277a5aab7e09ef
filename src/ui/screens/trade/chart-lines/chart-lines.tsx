/** All that stands at prices upon the chart of a product, in one layer of tags: what several sources bring, dragged and listed the same way. */
import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Product } from '#domain/product.ts';
import type { ChartMarks } from '../../../charts/chart-extra.ts';
import type { PriceScale } from '../../../charts/price-range.ts';
import { lineMarks } from '../../../charts/tags/line-painter.ts';
import type { LineDraft, PriceLine } from '../../../charts/tags/price-line.ts';
import { PriceTags } from '../../../charts/tags/price-tags.tsx';
import { t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { priceText } from '../../../text/format.ts';
import { useAlertLines } from '../alerts/use-alert-lines.ts';
import { useOrderLines } from '../chart-orders/use-order-lines.tsx';
import { useMicroLines } from '../micro-lines/use-micro-lines.ts';
import { LineList } from './line-list.tsx';
import type { LineSource, SharedDraft } from './line-source.ts';

type ChartLinesProps = {
  product: Product;
  scale: ReadonlySignal<PriceScale | undefined>;
  /** Set here: what stands at prices. */
  marks: Signal<ChartMarks | undefined>;
};

/** Each kind of thing that stands at prices; another begins with its hook here. */
const useSources = (product: Product, draft: SharedDraft): readonly LineSource[] => [
  useOrderLines(product, draft),
  useAlertLines(product, draft),
  useMicroLines(product),
];

export function ChartLines({ product, scale, marks }: ChartLinesProps) {
  const draft = useSignal<LineDraft | undefined>(undefined);
  const chosen = useSignal('');
  const listed = useSignal<readonly string[]>([]);
  const sources = useSources(product, draft);
  const lines = useMemo(
    () => sources.flatMap((source) => source.lines.map((line) => (line.group === chosen.value ? { ...line, isChosen: true } : line))),
    [chosen.value, ...sources.map((source) => source.lines)],
  );
  useMarks(marks, lines);
  const formatPrice = (price: number) => priceText(price, product.pricePrecision);
  return (
    <>
      <PriceTags
        lines={lines}
        scale={scale}
        draft={draft}
        formatPrice={formatPrice}
        newest={() => quoteOf(product.id).close.peek()}
        onDrop={(key, price) => {
          for (const source of sources) source.drop(key, price);
        }}
        manyText={(many) => manyText(many, formatPrice)}
        onMany={(many) => (listed.value = many.map(({ key }) => key))}
      />
      <LineList
        listed={listed}
        lines={lines}
        formatPrice={formatPrice}
        onChoose={(key) => (chosen.value = lines.find((line) => line.key === key)?.group ?? '')}
      />
      {sources.map(({ sheets }) => sheets)}
    </>
  );
}

/** Lines are painted by the chart, anew when one of them is another; profits that move change none. */
function useMarks(marks: Signal<ChartMarks | undefined>, lines: readonly PriceLine[]): void {
  const places = lines.map(({ kind, price }) => `${kind}${price}`).join();
  useEffect(() => {
    marks.value = lines.length > 0 ? lineMarks(lines) : undefined;
  }, [places]);
  useEffect(
    () => () => {
      marks.value = undefined;
    },
    [],
  );
}

/** '3 orders', '3 stops', or of several kinds '3 lines'; for those who do not see where it is, from which price to which. */
function manyText(lines: readonly PriceLine[], formatPrice: (price: number) => string): { text: string; name: string } {
  const prices = lines.map(({ price }) => price);
  const text = t(manyKey(lines), { count: lines.length });
  const [from, to] = [formatPrice(Math.min(...prices)), formatPrice(Math.max(...prices))];
  return { text, name: t('chart:tags.open', { text, from, to }) };
}

function manyKey(lines: readonly PriceLine[]) {
  const are = (...kinds: readonly PriceLine['kind'][]) => lines.every(({ kind }) => kinds.includes(kind));
  if (are('entry', 'pending')) return 'chart:tags.orders';
  if (are('stopLoss', 'takeProfit')) return 'chart:tags.stops';
  return are('alert') ? 'chart:tags.alerts' : 'chart:tags.lines';
}
