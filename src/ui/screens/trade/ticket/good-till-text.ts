/** How long a pending order would wait, in words. */
import { TRADING_DAY, UNTIL_CANCELLED } from '#domain/good-till.ts';
import { type Key, t } from '../../../language/i18n.ts';
import { setting } from '../../../state/site.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { momentText } from '../../../text/moment-text.ts';

const WORDS: Readonly<Record<string, Key>> = { [UNTIL_CANCELLED]: 'ticket:good-till.cancelled', [TRADING_DAY]: 'ticket:good-till.day' };

/** `goodTill` as the ticket has it: 'Until cancelled', 'End of day', 'Fri 6 Mar, 00:00'; '--' before a day is chosen. */
export function goodTillText(goodTill: string): string {
  const words = WORDS[goodTill];
  if (words) return t(words);
  return goodTill === '' ? UNKNOWN : momentText(Number(goodTill) * 1_000, Date.now(), setting('timezone'));
}
