import { type Signal, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Side } from '#domain/contract.ts';
import type { Product } from '#domain/product.ts';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { impossibleOf, priceOf, useTicketBlock } from './order-side.ts';
import { OrderSummary } from './order-summary.tsx';
import type { TicketState } from './ticket-state.ts';
import { typedLotsText } from './ticket-texts.ts';

type ConfirmOrderProps = { open: Signal<boolean>; side: Signal<Side>; product: Product; state: TicketState };

/** Asks before an order is sent: all that it is, live, and one button that sends it at the price that stands there. */
export function ConfirmOrderSheet({ open, side, product, state }: ConfirmOrderProps) {
  return (
    <Sheet open={open} title={t('ticket:ask.title')} closeLabel={t('shell:close')}>
      <OrderSummary side={side.value} product={product} state={state} />
      <SendButton open={open} side={side.value} product={product} state={state} />
    </Sheet>
  );
}

function SendButton({ open, side, product, state }: Omit<ConfirmOrderProps, 'side'> & { side: Side }) {
  const blocked = useTicketBlock(product, state);
  const impossible = useMemo(() => impossibleOf(side, product, state), [side, product, state]).value;
  const price = useMemo(() => priceOf(product, state), [product, state]);
  const label = useComputed(() =>
    t(side === 'buy' ? 'ticket:ask.send-buy' : 'ticket:ask.send-sell', {
      lots: typedLotsText(state.ticket.value?.lots ?? ''),
      price: price.value,
    }),
  );
  const reason = blocked ?? impossible;
  const send = () => {
    if (reason !== undefined) return;
    open.value = false;
    void state.send(side, quoteOf(product.id).close.peek());
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
