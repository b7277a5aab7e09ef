import { computed, type ReadonlySignal, useComputed } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Side } from '#domain/contract.ts';
import type { Money } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';
import type { StopName } from '#domain/stops.ts';
import { priceStep } from '#domain/typed-price.ts';
import { SwitchedNumber } from '../../../kit/switched-number.tsx';
import { type Key, t } from '../../../language/i18n.ts';
import { stopBesideText } from '../../../orders/stop-beside-text.ts';
import { StopOffsets } from '../../../orders/stop-offsets.tsx';
import { estimate } from '../../../state/estimate.ts';
import { toneOf, UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { comparedWith } from './order-side.ts';
import { referenceOf, sideOfStop } from './ticket.ts';
import type { TicketFieldsProps } from './ticket-fields.ts';
import type { TicketState } from './ticket-state.ts';
import { useFarText } from './use-far-text.ts';
import { useFormSignal } from './use-form-signal.ts';

export const STOP_LABELS: Readonly<Record<StopName, Key>> = { stopLoss: 'ticket:stop-loss', takeProfit: 'ticket:take-profit' };
const HINTS: Readonly<Record<StopName, Key>> = { stopLoss: 'ticket:stop-loss.side', takeProfit: 'ticket:take-profit.side' };
const FITS: Readonly<Record<StopName, Readonly<Record<Side, Key>>>> = {
  stopLoss: { buy: 'ticket:stop.of-buy-below', sell: 'ticket:stop.of-sell-above' },
  takeProfit: { buy: 'ticket:stop.of-buy-above', sell: 'ticket:stop.of-sell-below' },
};

type StopFieldProps = TicketFieldsProps & {
  stop: StopName;
  id: string;
  /** What it began with. */
  filledIn: string | undefined;
  onSwitch: (isOn: boolean) => void;
};

/** The field of one stop: switch, price, whose stop it is, what it would come to, and taps that put it beside the price. */
export function StopField({ product, state, problemOf, stop, id, filledIn, onSwitch }: StopFieldProps) {
  const value = useFormSignal(
    () => state.ticket.value?.[stop] ?? '',
    (text) => state.change({ type: 'price', field: stop, text }),
  );
  const hint = useStopWords(product, state, stop, filledIn);
  const far = useFarText(product, state, stop).value;
  const ref = useRef<HTMLDivElement>(null);
  // What has just come below the chips must be seen, or nobody learns what it wants.
  useEffect(() => ref.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={ref} id={id} class="ticket-stop">
      <SwitchedNumber
        label={t(STOP_LABELS[stop])}
        isOn={state.ticket.value?.[stop] !== undefined}
        onSwitch={onSwitch}
        value={value}
        step={priceStep(product.pricePrecision)}
        offText={t('ticket:off')}
        problem={problemOf(stop)}
        warning={far}
        hint={hint}
        onLeave={() => state.change({ type: 'leave', field: stop, product })}
      >
        <StopMoney stop={stop} />
        <StopOffsets
          stop={stop}
          label={t(STOP_LABELS[stop])}
          sides={[
            { side: 'buy', name: t('trade:buy') },
            { side: 'sell', name: t('trade:sell') },
          ]}
          onPick={(side, thousandths) => putBeside(product, state, stop, side, thousandths)}
        />
      </SwitchedNumber>
    </div>
  );
}

function putBeside(product: Product, state: TicketState, stop: StopName, side: Side, thousandths: bigint): void {
  const ticket = state.ticket.peek();
  const reference = ticket && referenceOf(ticket, comparedWith(ticket, product));
  const text = stopBesideText({ side, stop, thousandths }, reference, product.pricePrecision);
  if (text !== undefined) state.change({ type: 'price', field: stop, text });
}

/** Whose stop it is, so that nobody wonders why the other side waits; where it was only switched on, that it lies at the price: no fault yet. */
function useStopWords(product: Product, state: TicketState, stop: StopName, filledIn: string | undefined): string {
  const fit = useMemo(
    () => computed(() => state.ticket.value && sideOfStop(state.ticket.value, stop, comparedWith(state.ticket.value, product))),
    [product, state, stop],
  ).value;
  const sides = t(HINTS[stop]);
  const isAtPrice = fit === 'neither' || (filledIn !== undefined && filledIn !== '' && state.ticket.value?.[stop] === filledIn);
  if (isAtPrice) return t('ticket:stop.at-price', { sides });
  return fit === 'buy' || fit === 'sell' ? t(FITS[stop][fit]) : sides;
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
    <p class="ticket-stop-money num live" data-tone={tone}>
      {text}
    </p>
  );
}
