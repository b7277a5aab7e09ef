/** What a running micro trade would come to at the price of this moment, as the engine computes it while somebody watches orders. */
import { computed, type ReadonlySignal } from '@preact/signals';
import type { MicroTrade } from '#domain/micro-trade.ts';
import { liveIdOf } from '../../state/micro-trades.ts';
import { liveOrder } from '../../state/orders.ts';
import { UNKNOWN } from '../../text/format.ts';
import { moneyText } from '../../text/money.ts';

type MicroLive = {
  /** NaN before the engine has sent it. */
  readonly price: ReadonlySignal<number>;
  /** '+28.33', and with its currency; '--' before the engine has sent it. */
  readonly estimateText: ReadonlySignal<string>;
  readonly estimateMoney: ReadonlySignal<string>;
  readonly tone: ReadonlySignal<'' | 'up' | 'down'>;
};

export function microLive(trade: MicroTrade): MicroLive {
  const { price, profit, profitText, tone } = liveOrder(liveIdOf(trade));
  const ifKnown = <T>(read: () => T, otherwise: T) => computed(() => (Number.isNaN(price.value) ? otherwise : read()));
  return {
    price,
    estimateText: ifKnown(() => profitText.value, UNKNOWN),
    estimateMoney: ifKnown(() => moneyText(profit.value, { sign: true }), UNKNOWN),
    tone: ifKnown<'' | 'up' | 'down'>(() => tone.value, ''),
  };
}
