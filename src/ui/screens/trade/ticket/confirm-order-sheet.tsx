import { type ReadonlySignal, type Signal, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Side } from '#domain/contract.ts';
import { decimalFromNumber, type Price, parseDecimal } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';
import { pendingKindOf } from '#domain/stops.ts';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { priceText } from '../../../text/format.ts';
import { OrderCost } from './order-cost.tsx';
import { impossibleOf, priceOf, useTicketBlock } from './order-side.ts';
import { OrderSummary } from './order-summary.tsx';
import type { TicketState } from './ticket-state.ts';
import { typedLotsText } from './ticket-texts.ts';

type ConfirmProps = { open: Signal<boolean>; side: Signal<Side>; product: Product; state: TicketState };

/** Asks before an order is sent: all that it is, live, and one button that sends it at the price that stands there. */
export function ConfirmOrderSheet({ open, side, product, state }: ConfirmProps) {
  const price = useMemo(() => priceOf(product, state), [product, state]);
  const label = useComputed(() =>
    t(side.value === 'buy' ? 'ticket:ask.send-buy' : 'ticket:ask.send-sell', {
      lots: typedLotsText(state.ticket.value?.lots ?? ''),
      price: price.value,
    }),
  );
  return (
    <Sheet open={open} title={t('ticket:ask.title')} closeLabel={t('shell:close')}>
      <OrderSummary side={side.value} product={product} state={state} />
      <SendButton open={open} side={side.value} product={product} state={state} label={label} />
    </Sheet>
  );
}

/** Over the chart that fills the screen: the pending order that was pointed at, what it costs, and one button that sends it (decision D9.478). */
export function ConfirmPendingSheet({ open, side, product, state }: ConfirmProps) {
  // By the price of now: an order that has become one of the other kind says so.
  const label = useComputed(() => pendingText(side.value, product, state));
  return (
    <Sheet open={open} title={t('ticket:ask.title')} closeLabel={t('shell:close')}>
      <div class="trade-bar-cost">
        <OrderCost />
      </div>
      <SendButton open={open} side={side.value} product={product} state={state} label={label} />
    </Sheet>
  );
}

function SendButton({ open, side, product, state, label }: Omit<ConfirmProps, 'side'> & { side: Side; label: ReadonlySignal<string> }) {
  const blocked = useTicketBlock(product, state);
  const impossible = useMemo(() => impossibleOf(side, product, state), [side, product, state]).value;
  const reason = blocked ?? impossible;
  const send = () => {
    if (reason !== undefined) return;
    // Before it closes: a ticket that was filled for the question is put back then.
    void state.send(side, quoteOf(product.id).close.peek());
    open.value = false;
  };
  return (
    <>
      <p class="ticket-reason" role="status">
        {reason}
      </p>
      <div class="ticket-send">
        <Button kind={side === 'buy' ? 'up' : 'down'} size="tall" disabled={reason !== undefined} onClick={send}>
          <span class="ticket-sentence">{label}</span>
        </Button>
      </div>
    </>
  );
}

/** 'Buy limit 0.10 at 51,336.23'; without limit and stop at the very price of now. */
function pendingText(side: Side, product: Product, state: TicketState): string {
  const { lots = '', orderPrice = '' } = state.ticket.value ?? {};
  const [target, now] = [parseDecimal<Price>(orderPrice), decimalFromNumber<Price>(quoteOf(product.id).close.value)];
  const kind = target === undefined || now === undefined ? undefined : pendingKindOf(side, target, now);
  const order = kind ? t(`chart:here.${side}-${kind}`) : t(`trade:${side}`);
  return t('ticket:ask.pending', { order, lots: typedLotsText(lots), price: priceText(Number(orderPrice), product.pricePrecision) });
}
