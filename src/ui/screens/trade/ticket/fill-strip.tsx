import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { toNumber } from '#domain/decimal.ts';
import { entryPrice, type Order } from '#domain/order.ts';
import { netOf } from '#domain/order-result.ts';
import { watchOrders } from '../../../engine/watch.ts';
import { Icon } from '../../../kit/icon.tsx';
import { toast } from '../../../kit/toast.tsx';
import { needTexts, t } from '../../../language/i18n.ts';
import { lazySheet } from '../../../lazy/lazy-sheet.tsx';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { liveOrder, openOrders } from '../../../state/orders.ts';
import { amountTone, priceText } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { placedText, sentText, takenText, undoneText } from './placed-text.ts';
import type { TicketState } from './ticket-state.ts';
import './fill-strip.css';

/** How long it stands beside margin and fee of the next order; as long again where the keyboard is in it. */
const STAYS_MS = 12_000;

const placedSheet = lazySheet(() => import('./placed-sheet.tsx').then((module) => module.PlacedSheet));
const stopsSheet = lazySheet(
  async () => (await Promise.all([import('./placed-stops-sheet.tsx'), needTexts('orders')]))[0].PlacedStopsSheet,
);

/** Fetches what the strip's buttons open, ahead of the tap. */
export const preloadFill = (): void => {
  placedSheet.preload();
  stopsSheet.preload();
};

/**
 * What became of the last order, above Buy and Sell beside the cost of the next one: from the tap on what is being sent, then what happened, its
 * net as it moves, its stops, and its details behind all that is said.
 */
export function FillStrip({ state }: { state: TicketState }) {
  const order = state.placed.value;
  return (
    <>
      {/* Readers hear it here: the region is in the page before there is anything to say. */}
      <p class="sr-only" role="status">
        {order && placedText(order)}
      </p>
      {order ? <Strip key={order.id} order={order} state={state} /> : <SendingStrip state={state} />}
      <UndoneStrip state={state} />
    </>
  );
}

/** Before any answer. Readers hear of it from the button, which is busy. */
function SendingStrip({ state }: { state: TicketState }) {
  const sending = state.sending.value;
  if (!sending) return null;
  const { side, ticket, phase } = sending;
  return (
    <div class="fill" data-side={side} data-sending={phase}>
      <div class="fill-said">
        <p>
          <Icon name="clock" size={16} />
          <span class="fill-sentence">{sentText(sending, ticket.productId !== state.ticket.value?.productId)}</span>
        </p>
        <p>{t(phase === 'sending' ? 'ticket:sending' : 'ticket:checking.short')}</p>
      </div>
    </div>
  );
}

/**
 * An order whose answer was late and that is void now: which one, and the way to press its button again, by all the rules of that button. In place
 * of the refusal, which names none.
 */
function UndoneStrip({ state }: { state: TicketState }) {
  const undone = state.refusal.value?.undone;
  if (!undone) return null;
  const { side, ticket } = undone;
  return (
    <div class="fill" data-side={side} data-undone="" role="alert">
      <p class="fill-said">{undoneText(undone)}</p>
      {state.ticket.value === ticket && (
        <button type="button" class="fill-stop" onClick={() => document.getElementById(`trade-bar-${side}`)?.closest('button')?.click()}>
          {t('ticket:fill.again')}
        </button>
      )}
    </div>
  );
}

function Strip({ order: taken, state }: { order: Order; state: TicketState }) {
  const isViewing = useSignal(false);
  const isSetting = useSignal(false);
  // A pending order may have filled, and stops may have been set, since.
  const order = openOrders.value?.find(({ id }) => id === taken.id) ?? taken;
  const leave = () => {
    if (state.placed.peek()?.id === taken.id) state.placed.value = undefined;
  };
  const ref = useRef<HTMLElement>(null);
  useGoesInTime(ref, isViewing.value || isSetting.value, leave);
  useGoesWith(taken.id, leave);
  useGoesBefore(state, leave);
  useWhileActive(() => {
    const stop = watchOrders();
    return () => {
      stop();
      leave();
    };
  });
  return (
    <>
      <section ref={ref} class="fill" data-side={order.side} aria-label={t('ticket:fill')}>
        <div class="fill-said">
          <p>
            <Icon name={order.state === 'pending' ? 'clock' : 'check'} size={16} />
            <span class="fill-sentence">{takenText(order)}</span>
          </p>
          <p>
            <span class="fill-price num">{priceText(toNumber(entryPrice(order)), order.product.pricePrecision)}</span>
            {order.state === 'holding' && <LiveNet order={order} />}
          </p>
        </div>
        <button
          type="button"
          class="fill-view"
          aria-haspopup="dialog"
          aria-label={t('ticket:fill.view')}
          onClick={() => (isViewing.value = true)}
        />
        <button type="button" class="fill-stop" aria-haspopup="dialog" onClick={() => (isSetting.value = true)}>
          {t(order.stopLoss > 0n || order.takeProfit > 0n ? 'ticket:fill.stops' : 'ticket:fill.stop')}
        </button>
      </section>
      <placedSheet.View open={isViewing} order={order} onDone={leave} onFailed={sayFailed} />
      <stopsSheet.View open={isSetting} order={order} onFailed={sayFailed} />
    </>
  );
}

const sayFailed = () => toast(t('trade:chart.failed-part'), 'bad');

/** It has been read by then, and the cost of the next order has its room again. `isHeld`: what was opened from it is still open. */
function useGoesInTime(ref: RefObject<HTMLElement | null>, isHeld: boolean, leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setInterval(() => {
      if (!ref.current?.contains(document.activeElement)) latest.current();
    }, STAYS_MS);
    return () => clearInterval(timer);
  }, [isHeld]);
}

/** The strip goes with its order: of one that was closed or cancelled there is nothing left to set. */
function useGoesWith(id: number, leave: () => void): void {
  const wasOpen = useRef(false);
  useSignalEffect(() => {
    const isOpen = openOrders.value?.some((order) => order.id === id) ?? false;
    if (isOpen) wasOpen.current = true;
    else if (wasOpen.current) leave();
  });
}

/** And before the next order: what is filled in anew must be seen. */
function useGoesBefore(state: TicketState, leave: () => void): void {
  const left = useRef(state.ticket.peek());
  useSignalEffect(() => {
    if (state.ticket.value !== left.current) leave();
  });
}

/** As everywhere (decision D9.116): the fee of the fill is in it. */
function LiveNet({ order }: { order: Order }) {
  // Asked anew with every list: the numbers of an order that the engine did not know are not those that move later.
  const live = useComputed(() => (openOrders.value === undefined ? undefined : liveOrder(order.id)));
  const net = useComputed(() => netOf({ ...order, profit: live.value?.profit.value ?? 0n }));
  const text = useComputed(() => moneyText(net.value, { sign: true }));
  const tone = useComputed(() => amountTone(net.value, 2));
  return (
    <b class="fill-profit num live" data-tone={tone}>
      {text}
    </b>
  );
}
