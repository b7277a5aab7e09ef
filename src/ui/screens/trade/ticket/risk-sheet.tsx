import { type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatDecimal, type Lots, type Money } from '#domain/decimal.ts';
import { lotsInSteps, lotsProblem } from '#domain/lots.ts';
import type { Product } from '#domain/product.ts';
import { cutPrice, priceStep } from '#domain/typed-price.ts';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { Stepper } from '../../../kit/stepper.tsx';
import { t } from '../../../language/i18n.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { estimate } from '../../../state/estimate.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import type { TicketState } from './ticket-state.ts';
import { lotsProblemText, smallestText } from './ticket-texts.ts';
import './risk-sheet.css';
import './ticket-rows.css';

type RiskSheetProps = { open: Signal<boolean>; product: Product; state: TicketState };

/** Lots from what a person is ready to lose: a percent of the equity and the stop loss that ends it. */
export function RiskSheet({ open, product, state }: RiskSheetProps) {
  return (
    <Sheet open={open} title={t('ticket:risk.title')} closeLabel={t('shell:close')}>
      <RiskForm open={open} product={product} state={state} />
    </Sheet>
  );
}

const PERCENT_START = '1';

function RiskForm({ open, product, state }: RiskSheetProps) {
  const ticket = state.ticket.peek();
  const { pricePrecision: digits } = product;
  const percent = useSignal(PERCENT_START);
  const stop = useSignal(ticket?.stopLoss || (ticket?.mode === 'pending' && ticket.orderPrice) || closeText(product));
  useSignalEffect(() => {
    state.risk.value = { percent: percent.value, stop: stop.value };
  });
  // The sheet's content goes when it closes: then nobody asks any more.
  useEffect(
    () => () => {
      state.risk.value = undefined;
    },
    [state],
  );
  const lots = useComputed(() => estimate.value?.riskLots);
  const problem = useComputed(() => lotsTrouble(lots.value, product));
  const apply = () => {
    if (lots.value === undefined) return;
    state.change({ type: 'risk', lots: lotsInSteps(lots.value, product.lots.pip), stopLoss: cutPrice(stop.peek(), digits) });
    open.value = false;
  };
  return (
    <form
      class="risk"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div class="risk-fields">
        <Stepper
          label={t('ticket:risk.percent')}
          value={percent}
          step="0.5"
          min="0.5"
          max="100"
          lessLabel={t('ticket:risk.less')}
          moreLabel={t('ticket:risk.more')}
        />
        <Stepper
          label={t('ticket:stop-loss')}
          value={stop}
          step={priceStep(digits)}
          lessLabel={t('ticket:price.less')}
          moreLabel={t('ticket:price.more')}
          onLeave={() => (stop.value = cutPrice(stop.peek(), digits))}
        />
      </div>
      <p class="risk-side">{t('ticket:stop-loss.side')}</p>
      <RiskFigures />
      <p class="risk-note">{t('ticket:risk.note', { step: formatDecimal(product.lots.pip) })}</p>
      <Button kind="primary" size="tall" type="submit" disabled={problem.value !== undefined}>
        {problem.value ?? t('ticket:risk.use', { lots: lots.value === undefined ? '' : lotsInSteps(lots.value, product.lots.pip) })}
      </Button>
    </form>
  );
}

function RiskFigures() {
  const risked = useComputed(() => amount(estimate.value?.riskMoney));
  const loss = useComputed(() => amount(estimate.value?.riskLoss));
  return (
    <dl class="ticket-rows">
      <OrderField label={t('ticket:risk.money')}>{risked}</OrderField>
      <OrderField label={t('ticket:risk.loss')}>{loss}</OrderField>
    </dl>
  );
}

const amount = (value: Money | undefined): string => (value === undefined ? UNKNOWN : moneyText(value));

/** The price on the screen as a field shows it: the stop is then moved away from it. */
function closeText({ id, pricePrecision }: Product): string {
  const close = quoteOf(id).close.peek();
  return Number.isFinite(close) ? cutPrice(close.toFixed(8), pricePrecision) : '';
}

/** Why the lots found cannot be taken over; `undefined`: they can. */
function lotsTrouble(lots: Lots | undefined, product: Product): string | undefined {
  if (lots === undefined) return t('ticket:risk.move');
  const problem = lotsProblem(lots, product.lots);
  if (problem === undefined) return undefined;
  return problem === 'too-small' ? t('ticket:risk.too-little', { min: smallestText(product) }) : lotsProblemText(problem, product);
}
