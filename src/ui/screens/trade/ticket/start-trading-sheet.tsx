import type { Signal } from '@preact/signals';
import type { Side } from '#domain/contract.ts';
import type { Product } from '#domain/product.ts';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { t } from '../../../language/i18n.ts';
import { loginPath } from '../../../paths.ts';
import { isStartingDemo, playMoney, startDemo } from '../../../requests/start-demo.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { sessionNumber } from '../../../state/session.ts';
import { isDemo } from '../../../state/user.ts';
import { holdOrder } from './held-order.ts';
import { OrderSummary } from './order-summary.tsx';
import type { TicketState } from './ticket-state.ts';

type StartTradingProps = {
  open: Signal<boolean>;
  side: Signal<Side>;
  product: Product;
  state: TicketState;
  /** Where a login leads back to. */
  from: string;
};

/** A visitor's order: how to begin, play money first. On the demo the same order is sent at once; after a login it stands in the ticket again. */
export function StartTradingSheet({ open, side, product, state, from }: StartTradingProps) {
  return (
    <Sheet open={open} title={t('ticket:start.title')} closeLabel={t('shell:close')}>
      <OrderSummary side={side.value} product={product} state={state} />
      <Doors side={side.value} product={product} state={state} from={from} />
    </Sheet>
  );
}

function Doors({ side, product, state, from }: Omit<StartTradingProps, 'open' | 'side'> & { side: Side }) {
  const start = async () => {
    const ticket = state.ticket.peek();
    const seenPrice = quoteOf(product.id).close.peek();
    if (!ticket || isStartingDemo.peek() || !(await startDemo())) return;
    // Somebody else may have been let in meanwhile, by another tab: the order was begun for play money.
    if (isDemo.peek()) holdOrder(ticket, { side, seenPrice, session: sessionNumber.peek(), atMs: performance.now() });
  };
  const keep = () => {
    const ticket = state.ticket.peek();
    if (ticket) holdOrder(ticket);
  };
  const isBusy = isStartingDemo.value;
  return (
    <>
      <p class="ticket-reason">{t('ticket:start.detail')}</p>
      <div class="ticket-send">
        <Button kind="primary" size="tall" busy={isBusy} onClick={start}>
          {isBusy ? t('ticket:start.busy') : t('ticket:start.demo', { amount: playMoney() })}
        </Button>
        <a class="button" data-kind="plain" data-size="tall" href={`#${loginPath(from)}`} onClick={keep}>
          {t('ticket:start.login')}
        </a>
      </div>
    </>
  );
}
