import type { MicroOrder } from '#domain/micro-order.ts';
import { PriceText } from '../../../kit/price-text.tsx';
import { t } from '../../../language/i18n.ts';
import { countdownText } from '../../../orders/micro/countdown-text.ts';
import { microShortName } from '../../../orders/micro/micro-texts.ts';
import { useMicroLive } from '../../../orders/micro/use-micro-live.ts';
import { useSecondsLeft } from '../../../orders/micro/use-seconds-left.ts';
import { runningMicros } from '../../../state/micro-orders.ts';

type RunningProps = {
  productId: number;
  onShow: (id: number) => void;
  /** Said where none runs. */
  otherwise: string;
};

/** The trades of this product that run: a line each, which opens its sheet. */
export function RunningMicros({ productId, onShow, otherwise }: RunningProps) {
  const orders = runningMicros.value.filter((order) => order.productId === productId);
  if (orders.length === 0) return <p class="micro-about">{otherwise}</p>;
  return (
    <ul class="micro-running" aria-label={t('micro:running')}>
      {orders.map((order) => (
        <li key={order.id}>
          <RunningLine order={order} onShow={onShow} />
        </li>
      ))}
    </ul>
  );
}

function RunningLine({ order, onShow }: { order: MicroOrder; onShow: (id: number) => void }) {
  const live = useMicroLive(order);
  const left = useSecondsLeft(order.id);
  return (
    <button type="button" aria-haspopup="dialog" data-side={order.side} onClick={() => onShow(order.id)}>
      <span>{microShortName(order)}</span>
      <span class="num">{left > 0 ? countdownText(left) : t('micro:settling')}</span>
      <b class="num">
        <PriceText text={live.estimateText} tone={live.tone} />
      </b>
    </button>
  );
}
