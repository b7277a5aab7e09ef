import type { ComponentChildren } from 'preact';
import type { MicroTrade } from '#domain/micro-trade.ts';
import { useWatchRow } from '../../../engine/watch.ts';
import { oldMark } from '../../../freshness/freshness.tsx';
import { Badge } from '../../../kit/badge.tsx';
import { PriceText } from '../../../kit/price-text.tsx';
import { t } from '../../../language/i18n.ts';
import { microResult } from '../../../orders/micro/micro-result.ts';
import { durationText, microCardName, microPriceText, microShortName, rateText } from '../../../orders/micro/micro-texts.ts';
import { useMicroLive } from '../../../orders/micro/use-micro-live.ts';
import { shortStampText } from '../../../orders/order-texts.ts';
import { ProductMark } from '../../../products/product-mark.tsx';
import { productMap } from '../../../state/products.ts';

type RowProps = { trade: MicroTrade; onShow: () => void };

/** A trade that runs: its countdown falls each second, its estimate moves with the price. */
export function RunningMicroRow({ trade, onShow }: RowProps) {
  const ref = useWatchRow<HTMLDivElement>(trade.productId);
  const live = useMicroLive(trade);
  return (
    <div ref={ref}>
      <MicroRow
        trade={trade}
        onShow={onShow}
        old={oldMark(trade.productId)}
        result={
          <>
            {!live.isOver && <span class="sr-only">{t('micro:now-yields')}</span>}
            <b class="order-row-net">
              <PriceText text={live.estimateText} tone={live.tone} />
            </b>
          </>
        }
        prices={
          <small class="num">
            {microPriceText(trade, trade.openPrice)} → <PriceText text={live.priceText} />
          </small>
        }
        below={<b class="micro-row-left num">{live.leftText}</b>}
      />
    </div>
  );
}

/** A trade that has ended: read-only. */
export function EndedMicroRow({ trade, onShow }: RowProps) {
  const { short, tone } = microResult(trade);
  return (
    <MicroRow
      trade={trade}
      onShow={onShow}
      result={
        <b class="order-row-net num" data-tone={tone}>
          {short}
        </b>
      }
      prices={
        <small class="num">
          {microPriceText(trade, trade.openPrice)} → {microPriceText(trade, trade.endPrice)}
        </small>
      }
      below={<small class="num">{shortStampText(trade.completedMs ?? trade.createdMs)}</small>}
    />
  );
}

type FrameProps = RowProps & {
  result: ComponentChildren;
  prices: ComponentChildren;
  below: ComponentChildren;
  old?: ReturnType<typeof oldMark>;
};

/** One trade in two lines; a tap opens its sheet. */
function MicroRow({ trade, onShow, result, prices, below, old }: FrameProps) {
  const code = productMap.value.get(trade.productId)?.code ?? trade.code;
  return (
    <article class="order-row" aria-label={microCardName(trade)} {...old}>
      <button type="button" class="order-row-head" aria-haspopup="dialog" onClick={onShow}>
        <span class="order-row-mark">
          <ProductMark code={code} />
        </span>
        <span>
          <span class="order-row-line">
            <b>{trade.code}</b>
            <Badge tone={trade.side}>{microShortName(trade)}</Badge>
            <span class="order-row-end">{result}</span>
          </span>
          <span class="order-row-line">
            {prices}
            <small class="num">{`${durationText(trade.seconds)} · ${rateText(trade.ratio)}`}</small>
            <span class="order-row-end">{below}</span>
          </span>
        </span>
      </button>
    </article>
  );
}
