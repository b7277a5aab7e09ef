import { t } from '../language/i18n.ts';
import { isDemo } from '../state/user.ts';
import './demo-chip.css';

/** Stands in every header while the money is play money, so that nobody takes one realm for the other. */
export function DemoChip() {
  return isDemo.value ? <span class="demo-chip">{t('shell:demo')}</span> : null;
}
