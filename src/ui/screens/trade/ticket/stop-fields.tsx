import { type ReadonlySignal, type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Money } from '#domain/decimal.ts';
import { STOP_NAMES, type StopName } from '#domain/stops.ts';
import { priceStep } from '#domain/typed-price.ts';
import { Icon } from '../../../kit/icon.tsx';
import { SwitchedNumber } from '../../../kit/switched-number.tsx';
import { type Key, t } from '../../../language/i18n.ts';
import { estimate } from '../../../state/estimate.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { toneOf, UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import type { TicketFieldsProps } from './ticket-fields.ts';
import { useFormSignal } from './use-form-signal.ts';

const LABELS: Readonly<Record<StopName, Key>> = { stopLoss: 'ticket:stop-loss', takeProfit: 'ticket:take-profit' };
const HINTS: Readonly<Record<StopName, Key>> = { stopLoss: 'ticket:stop-loss.side', takeProfit: 'ticket:take-profit.side' };

/** Stop loss and take profit, folded into a chip each that says how it stands; a press turns one on and opens its field. */
export function StopFields(props: TicketFieldsProps) {
  const { product, state, problemOf } = props;
  const open: Record<StopName, Signal<boolean>> = { stopLoss: useSignal(false), takeProfit: useSignal(false) };
  const id = useId();
  const before = useRef(state.placed.peek());
  // The stops went with the order that was taken.
  useSignalEffect(() => {
    const placed = state.placed.value;
    if (placed && placed !== before.current) for (const stop of STOP_NAMES) open[stop].value = false;
    before.current = placed;
  });
  const isOpen = (stop: StopName): boolean => open[stop].value || problemOf(stop) !== undefined;
  const press = (stop: StopName) => {
    const next = !isOpen(stop);
    open[stop].value = next;
    if (next && state.ticket.peek()?.[stop] === undefined)
      state.change({ type: 'toggle', stop, isOn: true, product, close: quoteOf(product.id).close.peek() });
  };
  return (
    <div class="ticket-stops">
      {STOP_NAMES.map((stop) => (
        <StopChip
          key={stop}
          label={t(LABELS[stop])}
          price={state.ticket.value?.[stop]}
          isOpen={isOpen(stop)}
          controls={`${id}-${stop}`}
          onPress={() => press(stop)}
        />
      ))}
      {STOP_NAMES.map((stop) => isOpen(stop) && <StopField key={`${stop}-field`} {...props} stop={stop} id={`${id}-${stop}`} />)}
    </div>
  );
}

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
      <span class="ticket-chip-value num">{price === undefined ? t('ticket:off') : price || UNKNOWN}</span>
      <Icon name={price === undefined ? 'plus' : 'down'} size={16} />
    </button>
  );
}

function StopField({ product, state, problemOf, stop, id }: TicketFieldsProps & { stop: StopName; id: string }) {
  const value = useFormSignal(
    () => state.ticket.value?.[stop] ?? '',
    (text) => state.change({ type: 'price', field: stop, text }),
  );
  const ref = useRef<HTMLDivElement>(null);
  // What has just come below the chips must be seen, or nobody learns what it wants.
  useEffect(() => ref.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={ref} id={id} class="ticket-stop">
      <SwitchedNumber
        label={t(LABELS[stop])}
        isOn={state.ticket.value?.[stop] !== undefined}
        onSwitch={(isOn) => state.change({ type: 'toggle', stop, isOn, product, close: quoteOf(product.id).close.peek() })}
        value={value}
        step={priceStep(product.pricePrecision)}
        offText={t('ticket:off')}
        problem={problemOf(stop)}
        hint={t(HINTS[stop])}
        onLeave={() => state.change({ type: 'leave', field: stop, product })}
      >
        <StopMoney stop={stop} />
      </SwitchedNumber>
    </div>
  );
}

/** What the order would have made at its stop, without the fee: for the side that can have that stop. */
function StopMoney({ stop }: { stop: StopName }) {
  const found = useComputed<{ text: string; tone: string }>(() => {
    const { value } = estimate;
    const buy = value?.[`${stop}Buy`];
    const sell = value?.[`${stop}Sell`];
    const profit: Money | undefined = buy ?? sell;
    if (profit === undefined) return { text: UNKNOWN, tone: '' };
    const side = buy === undefined ? t('trade:sell') : t('trade:buy');
    return {
      text: t('ticket:stop.money', { side, money: moneyText(profit, { sign: true }) }),
      tone: toneOf(profit),
    };
  });
  const text: ReadonlySignal<string> = useComputed(() => found.value.text);
  const tone = useComputed(() => found.value.tone);
  return (
    <p class="ticket-stop-money num" data-tone={tone}>
      {text}
    </p>
  );
}
