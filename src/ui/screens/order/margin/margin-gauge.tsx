import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { toNumber } from '#domain/decimal.ts';
import { t } from '../../../language/i18n.ts';
import { isAccountKnown, marginLevel, marginLevelText } from '../../../state/account.ts';
import { setting } from '../../../state/site.ts';
import { numberText } from '../../../text/format.ts';
import { gaugePosition, STOP_OUT_SHARE, WARNING_SHARE } from './gauge-position.ts';

/** Where the zones end, for the colours and the numbers below them. */
const ZONES = { '--stop-out': `${STOP_OUT_SHARE * 100}%`, '--warning': `${WARNING_SHARE * 100}%` };

/** A scale from stop-out over warning to safe with a mark where the account is. A tick moves the mark; nothing renders. */
export function MarginGauge() {
  const ref = useRef<HTMLDivElement>(null);
  const stopOut = Number(setting('stop_out_level'));
  const warning = Number(setting('margin_call_level'));
  useSignalEffect(() => {
    const level = marginLevel.value === undefined ? undefined : toNumber(marginLevel.value);
    const share = gaugePosition(level, stopOut, warning);
    const gauge = ref.current;
    if (!gauge) return;
    gauge.style.setProperty('--at', `${(share * 100).toFixed(2)}%`);
    gauge.toggleAttribute('data-known', isAccountKnown.value);
    gauge.setAttribute('aria-valuenow', share.toFixed(2));
    gauge.setAttribute('aria-valuetext', marginLevelText.value);
  });
  return (
    <div class="gauge" style={ZONES}>
      {/* biome-ignore lint/a11y/useSemanticElements: the browsers' own meter takes neither three zones nor a mark. */}
      <div
        ref={ref}
        class="gauge-scale"
        role="meter"
        aria-label={t('orders:total.level')}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={1}
      />
      <div class="gauge-words" aria-hidden="true">
        <span>{t('orders:gauge.level', { level: numberText(stopOut) })}</span>
        <span>{t('orders:gauge.level', { level: numberText(warning) })}</span>
        <span>{t('orders:gauge.safe')}</span>
      </div>
    </div>
  );
}
