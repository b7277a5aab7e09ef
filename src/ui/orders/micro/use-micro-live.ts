/** The live numbers of a running micro order in a component: asked for while its page is on screen. */
import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { MicroOrder } from '#domain/micro-order.ts';
import { watchOrders } from '../../engine/watch.ts';
import { useWhileActive } from '../../navigation/page-active.ts';
import { microLive } from './micro-live.ts';
import { microPriceText } from './micro-texts.ts';

export function useMicroLive(order: MicroOrder): ReturnType<typeof microLive> & { readonly priceText: ReadonlySignal<string> } {
  useWhileActive(watchOrders);
  const live = useMemo(() => microLive(order), [order.id]);
  return { ...live, priceText: useComputed(() => microPriceText(order, live.price.value)) };
}
