/** The fields of an alert: a price with the side on which it lies, or a move in percent and the time that it is watched over. */
import { formatDecimal, type Price, parseDecimal } from '#domain/decimal.ts';
import { ALERT_PERCENT_MAX, ALERT_PERCENT_MIN, ALERT_WINDOWS_S } from '#domain/price-alert.ts';
import type { Product } from '#domain/product.ts';
import { priceStep } from '#domain/typed-price.ts';
import { Select } from '../kit/select.tsx';
import { Stepper } from '../kit/stepper.tsx';
import { t } from '../language/i18n.ts';
import { quoteOf } from '../state/quotes.ts';
import { farPrice } from '../text/far-price.ts';
import { percentText } from '../text/format.ts';
import { priceAway, sideOf } from './alert-form.ts';
import { windowText } from './alert-texts.ts';
import type { AlertEditing } from './use-alert-form.ts';

type FieldsProps = { product: Product; editing: AlertEditing };

export const AlertFields = (props: FieldsProps) =>
  props.editing.fields.way.value === 'price' ? <PriceField {...props} /> : <MoveFields {...props} />;

/** Prices that are one press away, so many percent from the newest. */
const AWAY_PERCENTS = [-1, -0.5, 0.5, 1];

function PriceField({ product, editing }: FieldsProps) {
  const { price } = editing.fields;
  const digits = product.pricePrecision;
  const { close } = quoteOf(product.id);
  return (
    <div>
      <Stepper
        label={t('alerts:price')}
        value={price}
        step={priceStep(digits, close.value)}
        lessLabel={t('alerts:price.less')}
        moreLabel={t('alerts:price.more')}
        problem={editing.problemAt('price')}
        warning={farText(editing, close.value, digits)}
        hint={sideText(editing, close.value)}
      />
      <fieldset class="alert-away" aria-label={t('alerts:away')}>
        {AWAY_PERCENTS.map((percent) => (
          <button
            key={percent}
            type="button"
            class="num"
            disabled={!(close.value > 0)}
            onClick={() => (price.value = priceAway(close.peek(), percent, digits))}
          >
            {percentText(percent)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** 'Far: 9.06% above 1.08342', of one that may be a slip (decision D9.250): it can be set as it is. */
function farText({ form }: AlertEditing, now: number, digits: number): string | undefined {
  const far = farPrice(form.value.price, now, digits);
  return far && t(far.isAbove ? 'alerts:far.above' : 'alerts:far.below', far.values);
}

/** On which side of the newest price it lies, and how far away. */
function sideText({ form }: AlertEditing, now: number): string {
  const price = parseDecimal<Price>(form.value.price);
  const side = price === 0n ? undefined : sideOf(price, now);
  if (!side) return now > 0 ? '' : t('alerts:price.no-quote');
  const away = percentText((Number(form.value.price) / now - 1) * 100);
  return t(`alerts:side.${side}`, { away });
}

function MoveFields({ editing }: FieldsProps) {
  const { percent, windowS } = editing.fields;
  return (
    <>
      <Stepper
        label={t('alerts:percent')}
        value={percent}
        step="0.1"
        min={formatDecimal(ALERT_PERCENT_MIN)}
        max={formatDecimal(ALERT_PERCENT_MAX)}
        lessLabel={t('alerts:percent.less')}
        moreLabel={t('alerts:percent.more')}
        problem={editing.problemAt('percent')}
        hint={t('alerts:percent.hint')}
      />
      <Select
        label={t('alerts:window')}
        value={windowS}
        options={ALERT_WINDOWS_S.map((seconds) => ({ value: String(seconds), label: windowText(seconds) }))}
        problem={editing.problemAt('windowS')}
      />
    </>
  );
}
