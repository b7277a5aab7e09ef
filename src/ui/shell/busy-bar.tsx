import { t } from '../language/i18n.ts';
import { busyCalls } from '../requests/request.ts';
import './busy-bar.css';

/** A moving line on top while a call that asked for it is under way. */
export function BusyBar() {
  return busyCalls.value > 0 ? <div class="busy-bar" role="progressbar" aria-label={t('shell:loading')} /> : null;
}
