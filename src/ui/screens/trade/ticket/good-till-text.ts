/** How long a pending order would wait, in words. */
import { TRADING_DAY, UNTIL_CANCELLED } from '#domain/good-till.ts';
import { type Key, t } from '../../../language/i18n.ts';
import { setting } from '../../../state/site.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { minuteText } from '../../../text/time.ts';

const WORDS: Readonly<Record<string, Key>> = { [UNTIL_CANCELLED]: 'ticket:good-till.cancelled', [TRADING_DAY]: 'ticket:good-till.day' };

/** `goodTill` as the ticket has it: 'Until cancelled', 'End of day', '2026-03-06 00:00'; '--' before a day is chosen. */
export function goodTillText(goodTill: string): string {
  const words = WORDS[goodTill];
  if (words) return t(words);
  return goodTill === '' ? UNKNOWN : minuteText(Number(goodTill) * 1_000, setting('timezone'));
}
