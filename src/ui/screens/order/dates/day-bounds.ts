/** The days that can be chosen: from 2000 to today in the configured zone (specification S1 section 2). */
import { setting } from '../../../state/site.ts';
import { dayText } from '../../../text/time.ts';

export const DAY_MIN = '2000-01-01';
/** True for two chosen days that are the wrong way round. */
export const isReversed = (start: string, end: string): boolean => start !== '' && end !== '' && start > end;
export const dayMax = (): string => dayText(Date.now(), setting('timezone'));
