import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { storage } from '../../../browser/storage.ts';
import { IconButton } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import { openChargesText, openNetText, openNetTone, openResult } from '../../../orders/open-totals.ts';
import { chargesLabel } from '../../../orders/order-texts.ts';
import {
  equityText,
  floatingProfitText,
  isAccountKnown,
  locked,
  lockedText,
  margin,
  marginLevelText,
  marginText,
  usableText,
} from '../../../state/account.ts';
import { flag } from '../../../state/site.ts';
import { PageSheet } from '../detail/page-sheet.tsx';
import { MarginGauge } from '../margin/margin-gauge.tsx';
import { Total, TotalsStrip } from './totals-strip.tsx';

/** Remembered for the next load. */
const HELD_KEY = 'held';
const infoCode = lazyCode(() => import('../margin/margin-info.tsx').then((module) => module.MarginInfo));

/** What all open positions come to together, and how far the account is from a stop-out. Every number moves by itself. `isHeld`: it keeps its height. */
export function HoldingTotals({ isHeld }: { isHeld: boolean }) {
  const isMargin = useHasMargin().value || isHeld;
  const hasLocked = useComputed(() => locked.value > 0n);
  return (
    <TotalsStrip isLive>
      <dl class="records-result">
        <Total label={t('orders:net')} isMain>
          <span data-tone={openNetTone}>{openNetText}</span>
        </Total>
        <Total label={t('orders:total.open-profit')}>{floatingProfitText}</Total>
        <Total label={chargesLabel(openResult.value)}>{openChargesText}</Total>
      </dl>
      {/* Without a position there is no level to show, and nothing that could be stopped out. */}
      {flag('is_hazard_rate') && isMargin && <Level />}
      <dl class="records-sums">
        {isMargin && <Total label={t('orders:total.margin')}>{marginText}</Total>}
        <Total label={t('orders:total.equity')}>{equityText}</Total>
        <Total label={t('orders:total.available')}>{usableText}</Total>
        {hasLocked.value && <Total label={t('orders:total.locked-short')}>{lockedText}</Total>}
      </dl>
    </TotalsStrip>
  );
}

/** Whether positions hold margin; until the account is known as it was when it was last known, so that the strip does not grow then. */
function useHasMargin(): ReadonlySignal<boolean> {
  const hasMargin = useComputed(() => (isAccountKnown.value ? margin.value > 0n : storage.get(HELD_KEY) === '1'));
  useSignalEffect(() => storage.set(HELD_KEY, hasMargin.value ? '1' : '0'));
  return hasMargin;
}

/** The margin level, where it lies between stop-out and safety, and what that means. */
function Level() {
  const info = useSignal(false);
  return (
    <div class="records-level">
      <dl>
        <Total label={t('orders:total.level')}>{marginLevelText}</Total>
      </dl>
      <MarginGauge />
      <IconButton label={t('orders:info.open')} onClick={() => (info.value = true)}>
        <Icon name="info" size={18} />
      </IconButton>
      <PageSheet open={info} title={t('orders:info.title')} code={infoCode} />
    </div>
  );
}
