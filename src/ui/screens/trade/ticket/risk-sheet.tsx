import { type ReadonlySignal, type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { affordableLots } from '#domain/affordable-lots.ts';
import type { Side } from '#domain/contract.ts';
import { decimalFromNumber, formatDecimal, type Lots, type Money, minDecimal, type Price, parseDecimal } from '#domain/decimal.ts';
import { lotsInSteps, smallestLots } from '#domain/lots.ts';
import { lotsWithCost, typedRiskPercent } from '#domain/lots-of-risk.ts';
import type { Product } from '#domain/product.ts';
import { cutPrice, priceStep } from '#domain/typed-price.ts';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { Stepper } from '../../../kit/stepper.tsx';
import { t } from '../../../language/i18n.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { STOP_OFFSETS, stopBesideText } from '../../../orders/stop-beside-text.ts';
import { StopOffsets } from '../../../orders/stop-offsets.tsx';
import { usable } from '../../../state/account.ts';
import { estimate } from '../../../state/estimate.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { referenceOf } from './stop-sides.ts';
import type { Ticket } from './ticket.ts';
import type { TicketState } from './ticket-state.ts';
import { smallestText } from './ticket-texts.ts';
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
  const { pricePrecision: digits } = product;
  const percent = useSignal(PERCENT_START);
  const stop = useSignal(state.ticket.peek()?.stopLoss || stopText(product, state, 'buy', BigInt(STOP_OFFSETS[0])));
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
  const found = useComputed(() => lotsFound(state.ticket.value, product));
  const lots = useComputed(() => found.value && lotsInSteps(found.value.lots, product.lots.pip));
  const isPercent = useComputed(() => typedRiskPercent(percent.value) !== undefined);
  // A percent that is none is said at its field; the stop has nothing to do with it.
  const trouble = useComputed(() => (isPercent.value ? lotsTrouble(found.value?.lots, product) : t('ticket:risk.use', { lots: UNKNOWN })));
  const apply = () => {
    if (lots.value === undefined || trouble.value !== undefined) return;
    state.change({ type: 'risk', lots: lots.value, stopLoss: cutPrice(stop.peek(), digits), close: quoteOf(product.id).close.peek() });
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
          problem={isPercent.value ? undefined : t('ticket:risk.percent.range')}
        />
        <Stepper
          label={t('ticket:stop-loss')}
          value={stop}
          step={priceStep(digits, quoteOf(product.id).close.peek())}
          lessLabel={t('ticket:price.less')}
          moreLabel={t('ticket:price.more')}
          onLeave={() => (stop.value = cutPrice(stop.peek(), digits))}
        />
      </div>
      <StopOffsets
        stop="stopLoss"
        label={t('ticket:stop-loss')}
        sides={[
          { side: 'buy', name: t('trade:buy') },
          { side: 'sell', name: t('trade:sell') },
        ]}
        onPick={(side, thousandths) => (stop.value = stopText(product, state, side, thousandths) || stop.value)}
      />
      <RiskFigures found={found} />
      <p class="risk-note">
        {found.value?.cut && <b>{t(CUTS[found.value.cut], { lots: lots.value ?? '' })} </b>}
        {t('ticket:risk.note', { step: formatDecimal(product.lots.pip) })}
      </p>
      <Button kind="primary" size="tall" type="submit" disabled={trouble.value !== undefined}>
        {trouble.value ?? t('ticket:risk.use', { lots: lots.value ?? '' })}
      </Button>
    </form>
  );
}

function RiskFigures({ found }: { found: ReadonlySignal<Found | undefined> }) {
  const risked = useComputed(() => amount(estimate.value?.riskMoney));
  const loss = useComputed(() => amount(found.value?.loss));
  return (
    <dl class="ticket-rows">
      <OrderField label={t('ticket:risk.money')}>{risked}</OrderField>
      <OrderField label={t('ticket:risk.loss')}>{loss}</OrderField>
    </dl>
  );
}

const amount = (value: Money | undefined): string => (value === undefined ? UNKNOWN : moneyText(value));

/** A stop so far beside the price, or the order's price, as its field shows it; '' while there is none. */
function stopText(product: Product, state: TicketState, side: Side, thousandths: bigint): string {
  const ticket = state.ticket.peek();
  const now = decimalFromNumber<Price>(quoteOf(product.id).close.peek());
  const reference = ticket && referenceOf(ticket, now);
  return stopBesideText({ side, stop: 'stopLoss', thousandths }, reference, product.pricePrecision) ?? '';
}

/** `cut`: why these are fewer lots than the risk allows; '' when they are not. */
type Found = { readonly lots: Lots; readonly loss: Money | undefined; readonly cut: keyof typeof CUTS | '' };
const CUTS = { money: 'ticket:risk.cut-money', size: 'ticket:risk.cut-size' } as const;

/** The lots that the risk allows, the fee in it, at most what is available pays for and the largest order (decisions D9.350, D9.471). */
function lotsFound(ticket: Ticket | undefined, product: Product): Found | undefined {
  const { riskMoney, riskLots, riskLoss, margin, fee } = estimate.value ?? {};
  if (riskLots === undefined) return undefined;
  const size = parseDecimal<Lots>(ticket?.lots ?? '');
  const isCostKnown = margin !== undefined && fee !== undefined && size !== undefined && size > 0n;
  // Of so many lots rather a millionth too much than too little.
  const feeOf = (lots: Lots): Money | undefined => (isCostKnown ? (fee * lots + size - 1n) / size : undefined);
  const lossOf = (lots: Lots): Money | undefined => {
    const cost = feeOf(lots);
    return riskLoss === undefined || cost === undefined ? undefined : (riskLots > 0n ? (riskLoss * lots) / riskLots : riskLoss) + cost;
  };
  const cost = feeOf(riskLots);
  const isRiskKnown = riskMoney !== undefined && riskLoss !== undefined && cost !== undefined;
  const asked = isRiskKnown ? lotsWithCost({ lots: riskLots, loss: riskLoss, cost }, riskMoney, product.lots.pip) : riskLots;
  const paid = isCostKnown ? affordableLots({ lots: size, cost: margin + fee }, usable.value, product.lots) : product.lots.max;
  const lots = minDecimal<Lots>(asked, paid);
  return { lots, loss: lossOf(lots), cut: lots === asked ? '' : lots === product.lots.max ? 'size' : 'money' };
}

/** Why the lots found cannot be taken over; `undefined`: they can. */
function lotsTrouble(lots: Lots | undefined, product: Product): string | undefined {
  if (lots === undefined) return t('ticket:stop-loss.move');
  return lots < smallestLots(product.lots) ? t('ticket:risk.too-little', { min: smallestText(product) }) : undefined;
}
