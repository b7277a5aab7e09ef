/** A running micro trade in a component: how long it still runs, and its live numbers, asked for while its page is on screen. */
import { type ReadonlySignal, signal, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { MicroTrade } from '#domain/micro-trade.ts';
import { watchOrders } from '../../engine/watch.ts';
import { useWhileActiveAtOnce } from '../../navigation/page-active.ts';
import { UNKNOWN } from '../../text/format.ts';
import { leftText } from './countdown-text.ts';
import { microLive } from './micro-live.ts';
import { microPriceText } from './micro-texts.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

type ShownMicro = ReturnType<typeof microLive> & {
  readonly priceText: ReadonlySignal<string>;
  /** Its time is over, and what it came to is not known yet: what it would come to now is no gain, no loss and no amount any more. */
  readonly isOver: boolean;
  readonly leftText: string;
};

const NO_TONE = signal<'' | 'up' | 'down'>('');
const NO_AMOUNT = signal(UNKNOWN);
/** What everything shows of one that settles. */
const OVER = { estimateText: NO_AMOUNT, estimateMoney: NO_AMOUNT, tone: NO_TONE };

export function useMicroLive(trade: MicroTrade): ShownMicro {
  useWhileActiveAtOnce(watchOrders);
  const live = useMemo(() => microLive(trade), [trade.id]);
  const left = useSecondsLeft(trade.id);
  const isOver = left === 0;
  return {
    ...live,
    ...(isOver && OVER),
    ...{ isOver, leftText: leftText(left) },
    priceText: useComputed(() => microPriceText(trade, live.price.value)),
  };
}
