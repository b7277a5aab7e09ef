import { t } from '../language/i18n.ts';
import { isLive, linkAgeS, wasEverOpen } from '../state/link.ts';
import { ageText } from '../text/age-text.ts';
import './live-mark.css';

/** A green dot and "Live", or in amber the age of what is shown. */
export function LiveMark() {
  const live = isLive.value;
  const text = live
    ? t('shell:live')
    : wasEverOpen.value
      ? t('shell:link.age', { age: ageText(linkAgeS.value) })
      : t('shell:link.connecting');
  return (
    <span class="live-mark num" data-live={live ? '' : undefined}>
      {text}
    </span>
  );
}
