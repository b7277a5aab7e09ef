import { useEffect, useState } from 'preact/hooks';
import { durationOfEnd, offeredEnds } from '#domain/micro-end.ts';
import { t } from '../../../language/i18n.ts';
import { rateText } from '../../../orders/micro/micro-texts.ts';
import { setting } from '../../../state/site.ts';
import { clockText } from '../../../text/time.ts';
import { ChoiceRow } from './choice-row.tsx';
import { isChoosable } from './micro-form.ts';
import { type ReadTerms, serverNow } from './micro-terms.ts';

type EndProps = { terms: ReadTerms; chosen: number; onChoose: (endMs: number) => void };

/** At what time of the clock it ends, by the server's clock: round times that a duration on offer reaches, each with its profit rate. */
export function EndField({ terms, chosen, onChoose }: EndProps) {
  const nowMs = useServerNow(terms);
  const offeredBy = (endMs: number) => {
    const duration = durationOfEnd(terms.durations, endMs - nowMs);
    return duration && isChoosable(duration) ? duration : undefined;
  };
  const ends = offeredEnds(terms.durations, nowMs).filter(offeredBy);
  // One that was chosen stays in sight as long as it can be had.
  const isHeld = chosen > 0 && offeredBy(chosen) !== undefined && !ends.includes(chosen);
  const choices = (isHeld ? [chosen, ...ends] : ends).map((endMs) => {
    const rate = offeredBy(endMs)?.ratio;
    return { value: endMs, text: clockText(endMs, setting('timezone')).slice(0, 5), ...(rate && { below: rateText(rate) }) };
  });
  return (
    <ChoiceRow label={t('micro:until')} choices={choices} chosen={chosen} onChoose={onChoose}>
      {choices.length === 0 && <p role="status">{t('micro:no-end')}</p>}
    </ChoiceRow>
  );
}

function useServerNow(terms: ReadTerms): number {
  const redraw = useState(0)[1];
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return serverNow(terms);
}
