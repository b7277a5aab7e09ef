import type { MicroDuration } from '#domain/micro-trade.ts';
import { t } from '../../../language/i18n.ts';
import { durationText, rateText } from '../../../orders/micro/micro-texts.ts';
import { ChoiceRow } from './choice-row.tsx';
import { isChoosable } from './micro-form.ts';

type DurationProps = { durations: readonly MicroDuration[]; chosen: number; onChoose: (seconds: number) => void };

/** How long it runs, each with its profit rate; what is not offered now is shown too, and why. */
export function DurationField({ durations, chosen, onChoose }: DurationProps) {
  const closing = durations.filter(({ endsAfterClose }) => endsAfterClose);
  const refused = durations.filter(({ isOffered, endsAfterClose }) => !isOffered && !endsAfterClose);
  const choices = durations.map((duration) => ({
    value: duration.seconds,
    text: durationText(duration.seconds),
    below: rateText(duration.ratio),
    isDisabled: !isChoosable(duration),
  }));
  return (
    <ChoiceRow label={t('micro:for')} choices={choices} chosen={chosen} onChoose={onChoose}>
      {!durations.some(isChoosable) && <p role="status">{t('micro:none-offered')}</p>}
      {refused.length > 0 && <p>{t('micro:not-offered', { durations: listOf(refused) })}</p>}
      {closing.length > 0 && <p>{t('micro:after-close', { durations: listOf(closing) })}</p>}
    </ChoiceRow>
  );
}

const listOf = (durations: readonly MicroDuration[]): string => durations.map(({ seconds }) => durationText(seconds)).join(', ');
