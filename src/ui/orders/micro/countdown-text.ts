import { t } from '../../language/i18n.ts';

/** A countdown as a clock: '0:42', '1:02:03'. */
export function countdownText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * What is said of the time of a running trade by everything that shows one: its countdown, and once that is over that it settles. In words
 * that must be here already (`micro`).
 */
export const leftText = (seconds: number): string => (seconds > 0 ? countdownText(seconds) : t('micro:settling'));
