/** Why somebody may take no new risk, by their own account and not by the market. Reads signals. */
import { isForever } from '#domain/protection.ts';
import { t } from '../../../language/i18n.ts';
import { limitTooSmall } from '../../../security/own-limits-now.ts';
import { estimate } from '../../../state/estimate.ts';
import { riskHold } from '../../../state/risk-hold.ts';
import { setting } from '../../../state/site.ts';
import { endMomentText } from '../../../text/moment-text.ts';
import { moneyText } from '../../../text/money.ts';

export function standingBlock(isMicro?: boolean): string | undefined {
  const hold = riskHold.value;
  // A limit on micro trades holds no order.
  if (!hold || (!isMicro && hold.why === 'limit' && hold.measure === 'micro')) return isMicro ? undefined : limitBlock();
  const time = endMomentText(hold.untilMs, Date.now(), setting('timezone'));
  if (hold.why === 'limit')
    return t(`ticket:block.limit-${hold.untilMs > 0 ? 'until' : 'open'}.${hold.measure}`, { value: hold.bound, time });
  if (hold.why === 'excluded') return isForever(hold.untilMs) ? t('ticket:block.excluded-forever') : t('ticket:block.excluded', { time });
  return hold.why === 'coolOff' ? t('ticket:block.break', { time }) : t('ticket:block.frozen');
}

/** What a limit of one's own leaves is less than this very order takes (decision D9.486). */
function limitBlock(): string | undefined {
  const { margin, fee } = estimate.value ?? {};
  const broken = margin !== undefined && fee !== undefined && limitTooSmall({ margin, fee });
  return broken
    ? t(`ticket:block.limit-left.${broken.measure}`, { asked: moneyText(broken.asked), left: moneyText(broken.left) })
    : undefined;
}
