/** The days that can be chosen: from 2000 to today in the configured zone (specification S1 section 2). */
import { setting } from '../../../state/site.ts';
import { dayText } from '../../../text/time.ts';

export const DAY_MIN = '2000-01-01';
export const dayMax = (): string => dayText(Date.now(), setting('timezone'));
