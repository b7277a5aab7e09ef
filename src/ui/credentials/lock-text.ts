import { CREDENTIAL_LOCK_HOURS } from '#domain/credential-lock.ts';
import { t } from '../language/i18n.ts';
import { setting } from '../state/site.ts';
import { endMomentText } from '../text/moment-text.ts';

/** That withdrawals wait, and until when where the server said so (decisions D1.5.10, D1.5.11, D9.28). */
export const lockText = (untilMs: number | undefined): string =>
  untilMs === undefined
    ? t('register:lock', { hours: CREDENTIAL_LOCK_HOURS })
    : t('register:lock.until', { time: endMomentText(untilMs, Date.now(), setting('timezone')) });
