/** Why somebody may take no new risk, by their own account and not by the market. Reads signals. */
import { isForever } from '#domain/protection.ts';
import { t } from '../../../language/i18n.ts';
import { microHold } from '../../../state/micro-hold.ts';
import type { LimitHold } from '../../../state/page-head.ts';
import { riskHold } from '../../../state/risk-hold.ts';
import { setting } from '../../../state/site.ts';
import { endMomentText } from '../../../text/moment-text.ts';

const timeText = (untilMs: number): string => endMomentText(untilMs, Date.now(), setting('timezone'));

/** `what`: is asked about; a limit may hold micro trades alone. */
export function standingBlock(what: 'order' | 'micro'): string | undefined {
  const hold = riskHold.value ?? (what === 'micro' ? microHold.value : undefined);
  if (!hold) return undefined;
  if (hold.why === 'limit') return limitText(hold);
  const time = timeText(hold.untilMs);
  if (hold.why === 'excluded') return isForever(hold.untilMs) ? t('ticket:block.excluded-forever') : t('ticket:block.excluded', { time });
  return hold.why === 'coolOff' ? t('ticket:block.break', { time }) : t('ticket:block.frozen');
}

function limitText({ measure, bound, untilMs }: LimitHold): string {
  return untilMs > 0
    ? t(`ticket:block.limit-until.${measure}`, { value: bound, time: timeText(untilMs) })
    : t(`ticket:block.limit.${measure}`, { value: bound });
}
