/** How old something is, in the largest whole unit; '--' where nobody knows (Infinity). */

import { t } from '../language/i18n.ts';
import { UNKNOWN } from './format.ts';

export function ageText(seconds: number): string {
  if (seconds === Number.POSITIVE_INFINITY) return UNKNOWN;
  if (seconds < 60) return t('shell:age.seconds', { count: seconds });
  if (seconds < 3600) return t('shell:age.minutes', { count: Math.floor(seconds / 60) });
  return t('shell:age.hours', { count: Math.floor(seconds / 3600) });
}
