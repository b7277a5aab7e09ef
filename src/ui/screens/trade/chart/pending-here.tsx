import { useEffect, useRef } from 'preact/hooks';
import type { Side } from '#domain/contract.ts';
import { decimalFromNumber, type Price } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';
import { pendingKindOf } from '#domain/stops.ts';
import type { PinnedPrice } from '../../../charts/hand/hand-layer.tsx';
import { IconButton } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { toast } from '../../../kit/toast.tsx';
import { t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { sessionStatus } from '../../../state/session.ts';
import { priceText } from '../../../text/format.ts';
import { askedAlert } from '../alerts/asked-alert.ts';
import { askedPending } from '../asked-pending.ts';
import { tradeKind } from '../trade-kind.ts';
import type { ChartFull } from './chart-use-full.ts';
import './pending-here.css';

type HereProps = { product: Product; pinned: PinnedPrice; onDone: () => void; full: ChartFull };

/** The two pending orders that are possible at a price of the chart, and an alert there; ticket or sheet is filled with what is chosen. */
export function PendingHere({ product, pinned, onDone, full }: HereProps) {
  const { price, isLow, isByKey } = pinned;
  const bar = useRef<HTMLFieldSetElement>(null);
  const digits = product.pricePrecision;
  const text = priceText(price, digits);
  useEffect(() => {
    if (isByKey) bar.current?.querySelector('button')?.focus();
  }, [isByKey]);
  const ask = (side: Side) => {
    // Over the whole screen one who is in is asked there; who has to come in first needs the ticket, and the way in.
    const isInPlace = full.state.peek() !== undefined && sessionStatus.peek() === 'in';
    askedPending.value = { productId: product.id, side, price: price.toFixed(digits), isInPlace };
    // Beside the form of micro trades there is no ticket: it would be filled, or asked about, whenever somebody comes back to it.
    tradeKind.value = 'contract';
    onDone();
    if (full.state.peek() && !isInPlace) full.toggle().catch(() => toast(t('trade:chart.failed-part'), 'bad'));
  };
  const askAlert = () => {
    askedAlert.value = { productId: product.id, price: price.toFixed(digits) };
    onDone();
  };
  const kindOf = (side: Side) => kindAt(side, price, quoteOf(product.id).close.value);
  return (
    <fieldset
      ref={bar}
      class="pending-here"
      data-finger={isLow ? 'low' : undefined}
      aria-label={t('chart:here.title', { price: text })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onDone();
      }}
    >
      {(['buy', 'sell'] as const).map((side) => {
        const kind = kindOf(side);
        return (
          kind && (
            <button key={side} type="button" data-side={side} onClick={() => ask(side)}>
              {t(`chart:here.${side}-${kind}`)} <span class="num">{text}</span>
            </button>
          )
        );
      })}
      {kindOf('buy') && (
        <button type="button" data-side="alert" onClick={askAlert}>
          {t('chart:here.alert')} <span class="num">{text}</span>
        </button>
      )}
      <IconButton label={t('shell:close')} onClick={onDone}>
        <Icon name="close" size={18} />
      </IconButton>
    </fieldset>
  );
}

/** None while there is no price to compare with, and at that price itself. */
function kindAt(side: Side, price: number, now: number): 'limit' | 'stop' | undefined {
  const [target, newest] = [decimalFromNumber<Price>(price), decimalFromNumber<Price>(now)];
  return target === undefined || newest === undefined ? undefined : pendingKindOf(side, target, newest);
}
