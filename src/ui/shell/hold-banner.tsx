import { isForever } from '#domain/protection.ts';
import { Banner } from '../kit/banner.tsx';
import { t } from '../language/i18n.ts';
import { PATHS } from '../paths.ts';
import { riskHold } from '../state/risk-hold.ts';
import { endedWhy } from '../state/session.ts';
import { setting } from '../state/site.ts';
import { endMomentText } from '../text/moment-text.ts';
import './hold-banner.css';

/** Why the last session ended from elsewhere; or that the account is frozen or its person takes a break, and until when; the way to where that is set. Nothing of who may trade. */
export function HoldBanner() {
  const hold = riskHold.value;
  // The way in stands on the page already.
  if (!hold) return <Banner tone="warn">{endedWhy.value}</Banner>;
  const time = endMomentText(hold.untilMs, Date.now(), setting('timezone'));
  const link = (
    <a class="hold-link" href={`#${PATHS.security}`}>
      {t('security:standing.more')}
    </a>
  );
  return (
    <Banner tone="warn" action={link}>
      {hold.why === 'frozen'
        ? t('security:standing.frozen')
        : hold.why === 'coolOff'
          ? t('security:standing.break', { time })
          : isForever(hold.untilMs)
            ? t('security:standing.excluded-forever')
            : t('security:standing.excluded', { time })}
    </Banner>
  );
}
