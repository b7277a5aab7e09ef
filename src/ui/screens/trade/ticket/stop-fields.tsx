import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Money } from '#domain/decimal.ts';
import type { StopName } from '#domain/stops.ts';
import { priceStep } from '#domain/typed-price.ts';
import { SwitchedNumber } from '../../../kit/switched-number.tsx';
import { t } from '../../../language/i18n.ts';
import { estimate } from '../../../state/estimate.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { toneOf, UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import type { TicketFieldsProps } from './ticket-fields.ts';
import { useFormSignal } from './use-form-signal.ts';

/** Stop loss and take profit: each off, or a price with its allowed side and the money that it would bring. */
export function StopFields(props: TicketFieldsProps) {
  return (
    <div class="ticket-stops">
      <StopField {...props} stop="stopLoss" label={t('ticket:stop-loss')} hint={t('ticket:stop-loss.side')} />
      <StopField {...props} stop="takeProfit" label={t('ticket:take-profit')} hint={t('ticket:take-profit.side')} />
    </div>
  );
}

type StopFieldProps = TicketFieldsProps & { stop: StopName; label: string; hint: string };

function StopField({ product, state, problemOf, stop, label, hint }: StopFieldProps) {
  const value = useFormSignal(
    () => state.ticket.value?.[stop] ?? '',
    (text) => state.change({ type: 'price', field: stop, text }),
  );
  return (
    <SwitchedNumber
      label={label}
      isOn={state.ticket.value?.[stop] !== undefined}
      onSwitch={(isOn) => state.change({ type: 'toggle', stop, isOn, product, close: quoteOf(product.id).close.peek() })}
      value={value}
      step={priceStep(product.pricePrecision)}
      offText={t('ticket:off')}
      problem={problemOf(stop)}
      hint={hint}
      onLeave={() => state.change({ type: 'leave', field: stop, product })}
    >
      <StopMoney stop={stop} />
    </SwitchedNumber>
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
