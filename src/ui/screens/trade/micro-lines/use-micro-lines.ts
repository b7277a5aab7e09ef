/** The running micro trades of the product upon its chart: where each began, its side, when it ends and what it would come to now. */
import { useMemo } from 'preact/hooks';
import { toNumber } from '#domain/decimal.ts';
import type { MicroOrder } from '#domain/micro-order.ts';
import type { Product } from '#domain/product.ts';
import type { PriceLine } from '../../../charts/tags/price-line.ts';
import { watchOrders } from '../../../engine/watch.ts';
import { t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { endClockText } from '../../../orders/micro/micro-end-clock.ts';
import { microLive } from '../../../orders/micro/micro-live.ts';
import { runningMicros } from '../../../state/micro-orders.ts';
import { sessionNumber, sessionStatus } from '../../../state/session.ts';
import { flag } from '../../../state/site.ts';
import { amountText } from '../../../text/format.ts';
import type { LineSource } from '../chart-lines/line-source.ts';

const life = lazyCode(() => import('../../../orders/micro/micro-life.ts'));
const drop = (): void => undefined;

export function useMicroLines(product: Product): LineSource {
  const isOn = flag('is_micro') && sessionStatus.value === 'in';
  const all = runningMicros.value;
  const lines = useMemo(() => all.filter(({ productId }) => productId === product.id).map(drawnMicro), [all, product.id]);
  const hasLines = lines.length > 0;
  useWhileActive(() => (hasLines ? watchOrders() : undefined), [hasLines]);
  useWhileActive(() => {
    // What cannot be had now is asked for with the tab of micro trades, or at the next visit.
    if (isOn) void life.load().then(({ startMicros }) => startMicros(), drop);
    return undefined;
  }, [isOn, sessionNumber.value]);
  return { lines, drop };
}

function drawnMicro(order: MicroOrder): PriceLine {
  const { estimateText, tone } = microLive(order);
  return {
    key: `micro/${order.id}`,
    group: `micro/${order.id}`,
    kind: order.side === 'up' ? 'microUp' : 'microDown',
    price: toNumber(order.openPrice),
    label: t(order.side === 'up' ? 'chart:line.micro-up' : 'chart:line.micro-down', {
      amount: amountText(order.amount, 2),
      time: endClockText(order),
    }),
    value: estimateText,
    tone,
  };
}
