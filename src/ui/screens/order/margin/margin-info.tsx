import { type Money, ONE, parseDecimal, type Ratio } from '#domain/decimal.ts';
import { Button } from '../../../kit/button.tsx';
import { t } from '../../../language/i18n.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { equity, equityText, isAccountKnown, margin, marginLevelText, marginText } from '../../../state/account.ts';
import { setting } from '../../../state/site.ts';
import { numberText, UNKNOWN } from '../../../text/format.ts';
import { exactMoneyText } from '../../../text/short-amount.ts';
import type { PageSheetProps } from '../detail/page-sheet.tsx';
import { equityAt } from './equity-at.ts';

/** What margin level, warning and stop-out mean, with this account's own numbers. */
export function MarginInfo({ onDone }: PageSheetProps) {
  const stopOut = setting('stop_out_level');
  const warning = setting('margin_call_level');
  return (
    <>
      <div class="margin-sum num">
        <span>
          <b>{equityText}</b>
          <small>{t('orders:total.equity')}</small>
        </span>
        <i aria-hidden="true">÷</i>
        <span>
          <b>{marginText}</b>
          <small>{t('orders:total.margin')}</small>
        </span>
        <i aria-hidden="true">=</i>
        <span>
          <b>{marginLevelText}</b>
          <small>{t('orders:total.level')}</small>
        </span>
      </div>
      <p class="ask-note">{t('orders:info.level')}</p>
      <dl class="order-fields">
        <OrderField label={t('orders:info.warning-at', { level: numberText(warning) })}>{distanceOf(warning)}</OrderField>
        <OrderField label={t('orders:info.stop-out-at', { level: numberText(stopOut) })}>{distanceOf(stopOut)}</OrderField>
      </dl>
      <p class="ask-note">{t('orders:info.warning')}</p>
      <p class="ask-note">{t('orders:info.stop-out', { level: numberText(stopOut) })}</p>
      <p class="ask-note">{t('orders:info.available')}</p>
      <div class="ask-buttons" data-columns="1">
        <Button size="tall" onClick={onDone}>
          {t('orders:info.done')}
        </Button>
      </div>
    </>
  );
}

const CENT = ONE / 100n;

/** How much the account can still lose before a level: '9,880.00 USD away'. Cut to cents, so that it is never shown too long; below one every digit. */
function distanceOf(level: string): string {
  const at = parseDecimal<Ratio>(level);
  if (!isAccountKnown.value || margin.value <= 0n || at === undefined) return UNKNOWN;
  const left: Money = equity.value - equityAt(margin.value, at);
  return left > 0n ? t('orders:info.away', { money: exactMoneyText(left - (left % CENT) || left) }) : t('orders:info.reached');
}
