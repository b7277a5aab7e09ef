import type { MicroTrade } from '#domain/micro-trade.ts';
import { oldMark } from '../../../freshness/freshness.tsx';
import { PriceText } from '../../../kit/price-text.tsx';
import { t } from '../../../language/i18n.ts';
import { microShortName } from '../../../orders/micro/micro-texts.ts';
import { useMicroLive } from '../../../orders/micro/use-micro-live.ts';
import { runningMicros } from '../../../state/micro-trades.ts';

type RunningProps = {
  productId: number;
  onShow: (id: number) => void;
  /** Said where none runs. */
  otherwise: string;
};

/** The trades of this product that run: a line each, which opens its sheet. */
export function RunningMicros({ productId, onShow, otherwise }: RunningProps) {
  const trades = runningMicros.value.filter((trade) => trade.productId === productId);
  if (trades.length === 0) return <p class="micro-about">{otherwise}</p>;
  return (
    <ul class="micro-running" aria-label={t('micro:running')}>
      {trades.map((trade) => (
        <li key={trade.id}>
          <RunningLine trade={trade} onShow={onShow} />
        </li>
      ))}
    </ul>
  );
}

function RunningLine({ trade, onShow }: { trade: MicroTrade; onShow: (id: number) => void }) {
  const live = useMicroLive(trade);
  return (
    <button type="button" aria-haspopup="dialog" data-side={trade.side} onClick={() => onShow(trade.id)} {...oldMark(trade.productId)}>
      <span>{microShortName(trade)}</span>
      <span class="num">{live.leftText}</span>
      <b class="num">
        <PriceText text={live.estimateText} tone={live.tone} />
      </b>
    </button>
  );
}
