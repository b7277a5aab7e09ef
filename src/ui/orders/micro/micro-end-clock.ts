import type { MicroOrder } from '#domain/micro-order.ts';
import { setting } from '../../state/site.ts';
import { clockText } from '../../text/time.ts';

/** When it ends, on the clock of the configured zone: '10:31:05'. */
export const endClockText = ({ expireAtMs }: Pick<MicroOrder, 'expireAtMs'>): string => clockText(expireAtMs, setting('timezone'));
