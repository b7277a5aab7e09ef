import type { MicroTerms } from '#domain/micro-trade.ts';
import { t } from '../../../language/i18n.ts';
import { rateText, untilText } from '../../../orders/micro/micro-texts.ts';
import { ChoiceRow } from './choice-row.tsx';
import { endTerms, offeredEnds } from './micro-form.ts';

type UntilProps = {
  terms: MicroTerms;
  /** The server's trading time. */
  nowMs: number;
  chosen: number;
  onChoose: (untilMs: number) => void;
};

/** At what time of the clock it ends, by the server's clock: round times that a duration on offer reaches, each with its profit rate. */
export function UntilField({ terms, nowMs, chosen, onChoose }: UntilProps) {
  const ends = offeredEnds(terms, nowMs);
  // One that was chosen stays in sight as long as it can be had.
  const isHeld = chosen > 0 && endTerms(chosen, terms, nowMs) !== undefined && !ends.includes(chosen);
  const choices = (isHeld ? [chosen, ...ends] : ends).map((untilMs) => {
    const rate = endTerms(untilMs, terms, nowMs)?.ratio;
    return { value: untilMs, text: untilText(untilMs), ...(rate && { below: rateText(rate) }) };
  });
  return (
    <ChoiceRow label={t('micro:until')} choices={choices} chosen={chosen} onChoose={onChoose}>
      {choices.length === 0 && <p role="status">{t('micro:no-end')}</p>}
    </ChoiceRow>
  );
}
