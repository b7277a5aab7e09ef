import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { STOP_NAMES, type StopName } from '#domain/stops.ts';
import { Icon } from '../../../kit/icon.tsx';
import { t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { grouped } from '../../../text/price-digits.ts';
import { STOP_LABELS, StopField } from './stop-field.tsx';
import type { TicketFieldsProps } from './ticket-fields.ts';

/**
 * Stop loss and take profit, folded into a chip each that says how it stands; a press turns one on and opens its field. An order takes its stops
 * with it, and their fields stay where they are: a thumb lies beside them (decision D9.510).
 */
export function StopFields(props: TicketFieldsProps) {
  const { product, state, problemOf } = props;
  const open: Record<StopName, Signal<boolean>> = { stopLoss: useSignal(false), takeProfit: useSignal(false) };
  const id = useId();
  const isOpen = (stop: StopName): boolean => open[stop].value || problemOf(stop) !== undefined;
  const turn = (stop: StopName, isOn: boolean) =>
    state.change({ type: 'toggle', stop, isOn, product, close: quoteOf(product.id).close.peek() });
  const press = (stop: StopName) => {
    const next = !isOpen(stop);
    open[stop].value = next;
    if (next && state.ticket.peek()?.[stop] === undefined) turn(stop, true);
  };
  return (
    <div class="ticket-stops">
      {STOP_NAMES.map((stop) => (
        <StopChip
          key={stop}
          label={t(STOP_LABELS[stop])}
          price={state.ticket.value?.[stop]}
          isOpen={isOpen(stop)}
          controls={`${id}-${stop}`}
          onPress={() => press(stop)}
        />
      ))}
      {STOP_NAMES.map(
        (stop) =>
          isOpen(stop) && (
            <StopField
              key={`${stop}-field`}
              {...props}
              stop={stop}
              id={`${id}-${stop}`}
              isPaired={STOP_NAMES.every(isOpen)}
              onSwitch={(isOn) => turn(stop, isOn)}
            />
          ),
      )}
    </div>
  );
}

/** As prices are written elsewhere, with the digits that were typed. */
const typedText = (price: string): string => grouped(price.replace(/^0+(?=\d)|\.$/g, ''));

type StopChipProps = { label: string; price: string | undefined; isOpen: boolean; controls: string; onPress: () => void };

function StopChip({ label, price, isOpen, controls, onPress }: StopChipProps) {
  return (
    <button
      type="button"
      class="ticket-chip"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      data-on={price === undefined ? undefined : ''}
      onClick={onPress}
    >
      <span class="ticket-chip-name">{label}</span>
      <span class="ticket-chip-value num">{price === undefined ? t('ticket:off') : price ? typedText(price) : UNKNOWN}</span>
      <Icon name={price === undefined ? 'plus' : 'down'} size={16} />
    </button>
  );
}
