import { type Signal, useComputed, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { numberText } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Banner } from '../../kit/banner.tsx';
import { Select } from '../../kit/select.tsx';
import { Stepper } from '../../kit/stepper.tsx';
import { mirror } from './mirror.ts';
import { isLeverageShown, problems } from './ticket.ts';
import { lotsText } from './ticket-block.ts';
import { TicketFigures } from './ticket-figures.tsx';
import type { TicketState } from './ticket-state.ts';

/** The contract form for a market order: lots, leverage, and what the order would cost. Buy and Sell stand in the bar below. */
export function OrderTicket({ product, state }: { product: ProductRow; state: TicketState }) {
  const ticket = state.ticket.value;
  const lots = useMirror(
    () => state.ticket.value?.lots ?? '',
    (text) => state.change({ type: 'lots', lots: text }),
  );
  if (!ticket) return null;
  const problem = problems(ticket, product);
  const lotsProblem = problem && problem !== 'no-leverage' ? lotsText(problem, product) : undefined;
  const hint = t('trade:lots.hint', { min: numberText(product.ForexMinCont), max: numberText(product.ForexMaxCont) });
  return (
    <section class="ticket" aria-label={t('trade:ticket')}>
      <div class="ticket-fields">
        <Stepper
          label={t('trade:lots')}
          value={lots}
          step={product.Pip}
          min={product.ForexMinCont}
          max={product.ForexMaxCont}
          lessLabel={t('trade:lots.less')}
          moreLabel={t('trade:lots.more')}
          problem={lotsProblem}
          hint={hint}
        />
        {isLeverageShown(product) && <LeverageField product={product} state={state} />}
      </div>
      {state.refusal.value && (
        <Banner tone="bad" role="alert">
          {state.refusal.value}
        </Banner>
      )}
      <TicketFigures product={product} />
    </section>
  );
}

/** A picker of the product's multiples; in its place, where there are none, the text that says so. */
function LeverageField({ product, state }: { product: ProductRow; state: TicketState }) {
  const value = useMirror(
    () => String(state.ticket.value?.leverage ?? 0),
    (text) => state.change({ type: 'leverage', leverage: Number(text) }),
  );
  if (product.HasForexMultiple.length === 0) {
    return (
      <div class="field">
        <span class="field-label">{t('trade:leverage')}</span>
        <p class="ticket-no-leverage">{t('trade:leverage.none')}</p>
      </div>
    );
  }
  const options = product.HasForexMultiple.map((entry) => ({ value: String(entry.Value), label: `${entry.Value}×` }));
  return <Select label={t('trade:leverage')} value={value} options={options} />;
}

/** A signal for a field of the kit: shows what the form holds, hands what is typed to the form. */
function useMirror(read: () => string, write: (text: string) => void): Signal<string> {
  const source = useComputed(read);
  const field = useMemo(() => mirror(source.peek()), []);
  field.onWrite = write;
  useSignalEffect(() => field.show(source.value));
  return field.signal;
}
