import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { formatDecimal } from '#domain/decimal.ts';
import { smallestLots } from '#domain/lots.ts';
import { priceStep } from '#domain/typed-price.ts';
import { Select } from '../../../kit/select.tsx';
import { Stepper } from '../../../kit/stepper.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { t } from '../../../language/i18n.ts';
import { lazySheet } from '../../../lazy/lazy-sheet.tsx';
import { OrderSettings } from '../../../orders/order-settings.tsx';
import { estimate } from '../../../state/estimate.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { sessionStatus } from '../../../state/session.ts';
import { GoodTillField } from './good-till-field.tsx';
import { StopFields } from './stop-fields.tsx';
import { isLeverageShown, problems, type TicketField, type TicketMode } from './ticket.ts';
import type { TicketFieldsProps, TicketFormProps } from './ticket-fields.ts';
import { TicketFigures } from './ticket-figures.tsx';
import { lotsRangeText, problemText } from './ticket-texts.ts';
import { useFarText } from './use-far-text.ts';
import { useFormSignal } from './use-form-signal.ts';
import './order-ticket.css';
import './ticket-lots.css';

export const riskSheet = lazySheet(() => import('./risk-sheet.tsx').then((module) => module.RiskSheet));

/** The contract form: how the order is to be filled, how much, its stops, and what it would lead to. Buy, Sell and the cost stand in the bar below. */
export function OrderTicket({ product, state }: TicketFormProps) {
  const ticket = state.ticket.value;
  if (!ticket) return null;
  const found = problems(ticket, product);
  const refusal = state.refusal.value;
  const problemOf = (field: TicketField) => problemText(field, found, product) ?? (refusal?.field === field ? refusal.text : undefined);
  const fields = { product, state, problemOf };
  return (
    <section class="ticket" aria-label={ticket.mode === 'market' ? t('ticket:ticket') : t('ticket:ticket.pending')}>
      <div class="ticket-row">
        <ModeSwitch product={product} state={state} mode={ticket.mode} />
        {isLeverageShown(product) && <LeverageField {...fields} />}
      </div>
      <LotsField {...fields} />
      {ticket.mode === 'pending' && <PendingFields {...fields} />}
      <StopFields key={product.id} {...fields} />
      <TicketFigures product={product} state={state} />
      {sessionStatus.value === 'in' && <OrderSettings />}
    </section>
  );
}

function ModeSwitch({ product, state, mode }: TicketFormProps & { mode: TicketMode }) {
  return (
    <Tabs
      variant="segmented"
      label={t('ticket:mode')}
      items={[
        { value: 'market', label: t('ticket:mode.market') },
        { value: 'pending', label: t('ticket:mode.pending') },
      ]}
      selected={mode}
      onSelect={(next) => state.change({ type: 'mode', mode: next, product, close: quoteOf(product.id).close.peek() })}
    />
  );
}

/** What makes it a pending order. Whoever turns to it has them all above the bar, down to the chips of the stops. */
function PendingFields(fields: TicketFieldsProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.parentElement?.querySelector('.ticket-stops')?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={ref} class="ticket-row">
      <OrderPriceField {...fields} />
      <GoodTillField {...fields} />
    </div>
  );
}

/** What a pending order waits for; below it, on which side of the price now it lies. */
function OrderPriceField({ product, state, problemOf }: TicketFieldsProps) {
  const price = useFormSignal(
    () => state.ticket.value?.orderPrice ?? '',
    (text) => state.change({ type: 'price', field: 'orderPrice', text }),
  );
  const trigger = estimate.value?.trigger ?? 'none';
  const far = useFarText(product, state, 'orderPrice').value;
  return (
    <Stepper
      label={t('ticket:order-price')}
      value={price}
      step={priceStep(product.pricePrecision, quoteOf(product.id).close.peek())}
      lessLabel={t('ticket:price.less')}
      moreLabel={t('ticket:price.more')}
      problem={problemOf('orderPrice')}
      warning={far}
      hint={t(`ticket:trigger.${trigger}`)}
      onLeave={() => state.change({ type: 'leave', field: 'orderPrice', product })}
    />
  );
}

function LotsField({ product, state, problemOf }: TicketFieldsProps) {
  const lots = useFormSignal(
    () => state.ticket.value?.lots ?? '',
    (text) => state.change({ type: 'lots', lots: text }),
  );
  const isRiskOpen = useSignal(false);
  return (
    <div class="ticket-lots">
      <Stepper
        label={t('ticket:lots')}
        value={lots}
        step={formatDecimal(product.lots.pip)}
        min={formatDecimal(smallestLots(product.lots))}
        max={formatDecimal(product.lots.max)}
        lessLabel={t('ticket:lots.less')}
        moreLabel={t('ticket:lots.more')}
        problem={problemOf('lots')}
        hint={lotsRangeText(product)}
      />
      {/* A visitor has no equity to take a share of. */}
      {sessionStatus.value === 'in' && (
        <button type="button" class="ticket-risk" aria-haspopup="dialog" onClick={() => (isRiskOpen.value = true)}>
          {t('ticket:risk.open')}
        </button>
      )}
      <riskSheet.View open={isRiskOpen} product={product} state={state} />
    </div>
  );
}

/** A picker of the product's multiples; in its place, where there are none, the text that says so. */
function LeverageField({ product, state, problemOf }: TicketFieldsProps) {
  const value = useFormSignal(
    () => String(state.ticket.value?.leverage ?? 0),
    (text) => state.change({ type: 'leverage', leverage: Number(text) }),
  );
  if (product.leverages.length === 0) {
    return (
      <div class="field">
        <div class="field-head">
          <span class="field-label">{t('ticket:leverage')}</span>
        </div>
        <p class="ticket-no-leverage">{t('ticket:leverage.none')}</p>
      </div>
    );
  }
  const options = product.leverages.map((offer) => ({ value: String(offer.value), label: `${offer.value}×` }));
  return <Select label={t('ticket:leverage')} value={value} options={options} problem={problemOf('leverage')} />;
}
