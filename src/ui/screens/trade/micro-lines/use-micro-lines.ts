/** The running micro trades of the product upon its chart: where each began, its side, how long it still runs and what it would come to now. */
import { computed, type ReadonlySignal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formatDecimal, toNumber } from '#domain/decimal.ts';
import type { MicroTrade } from '#domain/micro-trade.ts';
import type { Product } from '#domain/product.ts';
import type { PriceLine } from '../../../charts/tags/price-line.ts';
import { watchOrders } from '../../../engine/watch.ts';
import { t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { countdownText } from '../../../orders/micro/countdown-text.ts';
import { microLive } from '../../../orders/micro/micro-live.ts';
import { secondsLeft } from '../../../orders/micro/use-seconds-left.ts';
import { runningMicros } from '../../../state/micro-trades.ts';
import { sessionNumber, sessionStatus } from '../../../state/session.ts';
import { flag } from '../../../state/site.ts';
import { numberText } from '../../../text/format.ts';
import type { LineSource } from '../chart-lines/line-source.ts';

const life = lazyCode(() => import('../../../orders/micro/micro-life.ts'));
const drop = (): void => undefined;
/** Twice a second: no second of a countdown is passed over. */
const BEAT_MS = 500;

export function useMicroLines(product: Product): LineSource {
  const isOn = flag('is_micro') && sessionStatus.value === 'in';
  const all = runningMicros.value;
  const beat = useSignal(0);
  const own = (trade: MicroTrade) => trade.productId === product.id;
  const lines = useMemo(() => all.filter(own).map((trade) => drawnMicro(trade, beat)), [all, product.id]);
  const hasLines = lines.length > 0;
  useWhileActive(() => {
    if (!hasLines) return undefined;
    const stop = watchOrders();
    const timer = setInterval(() => beat.value++, BEAT_MS);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [hasLines]);
  useWhileActive(() => {
    // What cannot be had now is asked for with the tab of micro trades, or at the next visit.
    if (isOn) void life.load().then(({ startMicros }) => startMicros(), drop);
    return undefined;
  }, [isOn, sessionNumber.value]);
  return { lines, drop };
}

/** `beat` moves as time does. */
function drawnMicro(trade: MicroTrade, beat: ReadonlySignal<number>): PriceLine {
  const { estimateText, tone } = microLive(trade);
  const amount = numberText(formatDecimal(trade.stake));
  return {
    key: `micro/${trade.id}`,
    group: `micro/${trade.id}`,
    kind: trade.side === 'up' ? 'microUp' : 'microDown',
    price: toNumber(trade.openPrice),
    label: t(trade.side === 'up' ? 'chart:line.micro-up' : 'chart:line.micro-down', { amount }),
    value: computed(() => {
      void beat.value;
      return `${countdownText(secondsLeft(trade.id, performance.now()))} ${estimateText.value}`;
    }),
    tone,
  };
}
