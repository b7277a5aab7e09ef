import { computed } from '@preact/signals';
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
import { type Estimate, estimate } from '../../../state/estimate.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { amountTone, UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { comparedWith } from './stop-block.ts';
import { referenceOf } from './stop-sides.ts';
import { sideOfStop } from './ticket.ts';
import type { TicketFieldsProps } from './ticket-fields.ts';
import type { TicketState } from './ticket-state.ts';
import { useFarText } from './use-far-text.ts';
import { useFormSignal } from './use-form-signal.ts';
import './ticket-stop.css';

export const STOP_LABELS: Readonly<Record<StopName, Key>> = { stopLoss: 'ticket:stop-loss', takeProfit: 'ticket:take-profit' };
const HINTS: Readonly<Record<StopName, Key>> = { stopLoss: 'ticket:stop-loss.side', takeProfit: 'ticket:take-profit.side' };
const FITS: Readonly<Record<StopName, Readonly<Record<Side, Key>>>> = {
  stopLoss: { buy: 'ticket:stop.of-buy-below', sell: 'ticket:stop.of-sell-above' },
  takeProfit: { buy: 'ticket:stop.of-buy-above', sell: 'ticket:stop.of-sell-below' },
};

type StopFieldProps = TicketFieldsProps & {
  stop: StopName;
  id: string;
  /** The other one's field stands beside it. */
  isPaired: boolean;
  onSwitch: (isOn: boolean) => void;
};

/** The field of one stop: switch, price, whose stop it is, what it would come to, and taps that put it beside the price. */
export function StopField({ product, state, problemOf, stop, id, isPaired, onSwitch }: StopFieldProps) {
  const value = useFormSignal(
    () => state.ticket.value?.[stop] ?? '',
    (text) => state.change({ type: 'price', field: stop, text, close: closeOf(product) }),
  );
  const sides = useSides(product, state);
  const hint = stopWords(stop, sides[stop]);
  const isOn = state.ticket.value?.[stop] !== undefined;
  const far = useFarText(product, state, stop).value;
  const last = useRef<{ offered: readonly Side[]; hint?: string; far?: string | undefined }>({ offered: BOTH });
  // Off, it offers what it offered last, and keeps the room of its words: nothing moves when its stop goes with the order that was taken.
  if (isOn) last.current = { offered: offeredSides(stop, sides, isPaired), hint, far };
  const { offered } = last.current;
  const ref = useRef<HTMLDivElement>(null);
  // What has just come below the chips must be seen, or nobody learns what it wants.
  useEffect(() => ref.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={ref} id={id} class="ticket-stop">
      <SwitchedNumber
        label={t(STOP_LABELS[stop])}
        isOn={isOn}
        keepsRoom
        onSwitch={onSwitch}
        value={value}
        step={priceStep(product.pricePrecision, closeOf(product))}
        offText={t('ticket:off')}
        problem={problemOf(stop)}
        warning={last.current.far}
        hint={last.current.hint}
        onLeave={() => state.change({ type: 'leave', field: stop, product, close: closeOf(product) })}
      >
        <StopMoney stop={stop} side={sides[stop]} isOn={isOn} />
        {offered.length > 0 && (
          <StopOffsets
            stop={stop}
            label={t(STOP_LABELS[stop])}
            sides={offered.map((side) => ({ side, name: t(side === 'buy' ? 'trade:buy' : 'trade:sell') }))}
            onPick={(side, thousandths) => {
              onSwitch(true);
              putBeside(product, state, stop, side, thousandths);
            }}
          />
        )}
      </SwitchedNumber>
    </div>
  );
}

const closeOf = (product: Product): number => quoteOf(product.id).close.peek();

function putBeside(product: Product, state: TicketState, stop: StopName, side: Side, thousandths: bigint): void {
  const ticket = state.ticket.peek();
  const reference = ticket && referenceOf(ticket, comparedWith(ticket, product));
  const text = stopBesideText({ side, stop, thousandths }, reference, product.pricePrecision);
  if (text !== undefined) state.change({ type: 'price', field: stop, text, close: closeOf(product) });
}

type Sides = Readonly<Record<StopName, ReturnType<typeof sideOfStop>>>;

/** Whose stops they are; changes only when that does. */
function useSides(product: Product, state: TicketState): Sides {
  const of = (stop: StopName) =>
    useMemo(
      () => computed(() => state.ticket.value && sideOfStop(state.ticket.value, stop, comparedWith(state.ticket.value, product))),
      [product, state],
    ).value;
  return { stopLoss: of('stopLoss'), takeProfit: of('takeProfit') };
}

/** Whose stop it is, so that nobody wonders why the other side waits; where it was only switched on, that it lies at the price: no fault yet. */
function stopWords(stop: StopName, side: Sides[StopName]): string {
  if (side === 'neither') return t('ticket:stop.at-price', { sides: t(HINTS[stop]) });
  return side ? t(FITS[stop][side]) : t(HINTS[stop]);
}

const BOTH: readonly Side[] = ['buy', 'sell'];

/** For whom a tap puts it beside the price: of both stops together four taps, so of the side that one of them has, where one has it. */
function offeredSides(stop: StopName, sides: Sides, isPaired: boolean): readonly Side[] {
  if (!isPaired) return BOTH;
  const other = stop === 'stopLoss' ? 'takeProfit' : 'stopLoss';
  const side = [sides[stop], sides[other]].find((it) => it === 'buy' || it === 'sell');
  return side === 'buy' || side === 'sell' ? [side] : stop === 'stopLoss' ? BOTH : [];
}

/** What the order would come to at its stop, its fee in it, for the side whose stop it is; its room alone while the stop is off. */
function StopMoney({ stop, side, isOn }: { stop: StopName; side: Sides[StopName]; isOn: boolean }) {
  const { text, tone } = useMemo(() => {
    const net = computed(() => netOfStop(estimate.value, stop, side));
    const name = t(side === 'sell' ? 'trade:sell' : 'trade:buy');
    return {
      text: computed(() =>
        net.value === undefined ? UNKNOWN : t('ticket:stop.money', { side: name, money: moneyText(net.value, { sign: true }) }),
      ),
      tone: computed(() => (net.value === undefined ? '' : amountTone(net.value, 2))),
    };
  }, [stop, side]);
  return (
    <p class="ticket-stop-money num live" data-tone={tone}>
      {isOn && text}
    </p>
  );
}

function netOfStop(found: Estimate | undefined, stop: StopName, side: Sides[StopName]): Money | undefined {
  const profit = side === 'buy' ? found?.[`${stop}Buy`] : side === 'sell' ? found?.[`${stop}Sell`] : undefined;
  return profit === undefined || found?.fee === undefined ? undefined : profit - found.fee;
}
