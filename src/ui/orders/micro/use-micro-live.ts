/** The live numbers of a running micro trade in a component: asked for while its page is on screen. */
import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { MicroTrade } from '#domain/micro-trade.ts';
import { watchOrders } from '../../engine/watch.ts';
import { useWhileActive } from '../../navigation/page-active.ts';
import { microLive } from './micro-live.ts';
import { microPriceText } from './micro-texts.ts';

export function useMicroLive(trade: MicroTrade): ReturnType<typeof microLive> & { readonly priceText: ReadonlySignal<string> } {
  useWhileActive(watchOrders);
  const live = useMemo(() => microLive(trade), [trade.id]);
  return { ...live, priceText: useComputed(() => microPriceText(trade, live.price.value)) };
}
