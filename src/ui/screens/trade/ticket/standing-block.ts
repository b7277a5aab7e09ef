/** Why somebody may take no new risk, by their own account and not by the market. Reads signals. */
import { isForever } from '#domain/protection.ts';
import { t } from '../../../language/i18n.ts';
import { riskHold } from '../../../state/risk-hold.ts';
import { setting } from '../../../state/site.ts';
import { endMomentText } from '../../../text/moment-text.ts';

export function standingBlock(isMicro?: boolean): string | undefined {
  const hold = riskHold.value;
  // A limit on micro trades holds no order.
  if (!hold || (!isMicro && hold.why === 'limit' && hold.measure === 'micro')) return undefined;
  const time = endMomentText(hold.untilMs, Date.now(), setting('timezone'));
  if (hold.why === 'limit')
    return t(`ticket:block.limit-${hold.untilMs > 0 ? 'until' : 'open'}.${hold.measure}`, { value: hold.bound, time });
  if (hold.why === 'excluded') return isForever(hold.untilMs) ? t('ticket:block.excluded-forever') : t('ticket:block.excluded', { time });
  return hold.why === 'coolOff' ? t('ticket:block.break', { time }) : t('ticket:block.frozen');
}
