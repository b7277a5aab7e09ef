/** The running micro trades of the product upon its chart: where each began, its side, how long it still runs and what it would come to now. */
import { computed, type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formatDecimal, toNumber } from '#domain/decimal.ts';
import type { MicroTrade } from '#domain/micro-trade.ts';
import type { Product } from '#domain/product.ts';
import type { PriceLine } from '../../../charts/tags/price-line.ts';
import { watchOrders } from '../../../engine/watch.ts';
import { needTexts, t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { leftText } from '../../../orders/micro/countdown-text.ts';
import { microLive } from '../../../orders/micro/micro-live.ts';
import { secondsLeft } from '../../../orders/micro/use-seconds-left.ts';
import { runningMicros } from '../../../state/micro-trades.ts';
import { sessionNumber, sessionStatus } from '../../../state/session.ts';
import { flag } from '../../../state/site.ts';
import { numberText } from '../../../text/format.ts';
import type { LineSource } from '../chart-lines/line-source.ts';

const life = lazyCode(async () => (await Promise.all([import('../../../orders/micro/micro-life.ts'), needTexts('micro')]))[0]);
const drop = (): void => undefined;
/** Twice a second: no second of a countdown is passed over. */
const BEAT_MS = 500;

export function useMicroLines(product: Product): LineSource {
  const isOn = flag('is_micro') && sessionStatus.value === 'in';
  const all = runningMicros.value;
  const beat = useSignal(0);
  const own = (trade: MicroTrade) => trade.productId === product.id;
  const over = useComputed(() =>
    runningMicros.value
      .filter((trade) => leftOf(trade, beat) === 0)
      .map(({ id }) => id)
      .join(),
  ).value;
  const lines = useMemo(() => all.filter(own).map((trade) => drawnMicro(trade, beat)), [all, product.id, over]);
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

/** Whole seconds; `beat` moves as time does. */
function leftOf({ id }: MicroTrade, beat: ReadonlySignal<number>): number {
  void beat.value;
  return secondsLeft(id, performance.now());
}

/** One whose time is over has no side any more, as it has no countdown: grey, until it is known what it came to. */
function drawnMicro(trade: MicroTrade, beat: ReadonlySignal<number>): PriceLine {
  const { estimateText, tone } = microLive(trade);
  const amount = numberText(formatDecimal(trade.stake));
  const isOver = secondsLeft(trade.id, performance.now()) === 0;
  return {
    key: `micro/${trade.id}`,
    group: `micro/${trade.id}`,
    kind: isOver ? 'microOver' : trade.side === 'up' ? 'microUp' : 'microDown',
    price: toNumber(trade.openPrice),
    label: t(trade.side === 'up' ? 'chart:line.micro-up' : 'chart:line.micro-down', { amount }),
    value: computed(() => {
      const left = leftOf(trade, beat);
      return left > 0 ? `${leftText(left)} ${estimateText.value}` : leftText(left);
    }),
    tone: isOver ? '' : tone,
  };
}
