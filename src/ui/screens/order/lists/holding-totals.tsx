import { useComputed, useSignal } from '@preact/signals';
import { IconButton } from '../../../kit/button.tsx';
import { Card } from '../../../kit/card.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import {
  equityText,
  floatingProfit,
  floatingProfitText,
  floatingProfitTone,
  isAccountKnown,
  marginLevelText,
  marginText,
  usableText,
} from '../../../state/account.ts';
import { flag } from '../../../state/site.ts';
import { arrowOf } from '../../../text/format.ts';
import { PageSheet } from '../detail/page-sheet.tsx';
import { MarginGauge } from '../margin/margin-gauge.tsx';

const infoCode = lazyCode(() => import('../margin/margin-info.tsx').then((module) => module.MarginInfo));

/** What all open positions come to together, and how far the account is from a stop-out. Every number moves by itself. */
export function HoldingTotals() {
  const profit = useComputed(() => {
    const arrow = isAccountKnown.value ? arrowOf(floatingProfit.value) : '';
    return `${arrow} ${floatingProfitText.value}`.trim();
  });
  const tone = useComputed(() => (isAccountKnown.value ? floatingProfitTone.value : ''));
  const hasLevel = flag('is_hazard_rate');
  const info = useSignal(false);
  return (
    <Card label={t('orders:totals')}>
      {hasLevel && (
        <div class="records-info">
          <IconButton label={t('orders:info.open')} onClick={() => (info.value = true)}>
            <Icon name="info" size={18} />
          </IconButton>
        </div>
      )}
      <dl class="records-totals">
        <div>
          <dt>{t('orders:total.open-profit')}</dt>
          <dd class="num" data-tone={tone}>
            {profit}
          </dd>
        </div>
        {hasLevel && (
          <div class="records-second">
            <dt>{t('orders:total.level')}</dt>
            <dd class="records-level num">{marginLevelText}</dd>
          </div>
        )}
      </dl>
      {hasLevel && <MarginGauge />}
      <dl class="records-sums">
        <div>
          <dt>{t('orders:total.margin')}</dt>
          <dd class="num">{marginText}</dd>
        </div>
        <div>
          <dt>{t('orders:total.equity')}</dt>
          <dd class="num">{equityText}</dd>
        </div>
        <div>
          <dt>{t('orders:total.available')}</dt>
          <dd class="num">{usableText}</dd>
        </div>
      </dl>
      <PageSheet open={info} title={t('orders:info.title')} code={infoCode} />
    </Card>
  );
}
