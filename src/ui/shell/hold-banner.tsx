import { type Barrier, isForever } from '#domain/protection.ts';
import { Banner } from '../kit/banner.tsx';
import { t } from '../language/i18n.ts';
import { PATHS } from '../paths.ts';
import type { LimitHold } from '../state/risk-hold.ts';
import { riskHold } from '../state/risk-hold.ts';
import { endedWhy } from '../state/session.ts';
import { setting } from '../state/site.ts';
import { endMomentText } from '../text/moment-text.ts';
import './hold-banner.css';

/**
 * Why the last session ended from elsewhere; or that the account is frozen, its person takes a break or has used a limit up, and until when; the way
 * to where that is set. Nothing of who may trade.
 */
export function HoldBanner() {
  const hold = riskHold.value;
  // The way in stands on the page already.
  if (!hold) return <Banner tone="warn">{endedWhy.value}</Banner>;
  const link = (
    <a class="hold-link" href={`#${PATHS.security}`}>
      {t('security:standing.more')}
    </a>
  );
  return (
    <Banner tone="warn" action={link}>
      {holdText(hold)}
    </Banner>
  );
}

function holdText(hold: Barrier | LimitHold): string {
  const time = endMomentText(hold.untilMs, Date.now(), setting('timezone'));
  if (hold.why === 'limit') {
    const value = hold.bound;
    return hold.untilMs > 0
      ? t(`security:standing.limit-until.${hold.measure}`, { value, time })
      : t(`security:standing.limit.${hold.measure}`, { value });
  }
  if (hold.why === 'frozen') return t('security:standing.frozen');
  if (hold.why === 'coolOff') return t('security:standing.break', { time });
  return isForever(hold.untilMs) ? t('security:standing.excluded-forever') : t('security:standing.excluded', { time });
}
