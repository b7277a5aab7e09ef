/** The micro records, and the trade that they are to open, asked for from elsewhere: by the "View" of a toast. */
import { signal } from '@preact/signals';
import { PATHS } from '../../paths.ts';

/** 0: none, or the list has taken it. */
export const microToShow = signal(0);

/** The address of the micro records: 1 in transaction, 3 closed. */
export const microTradesPath = (type: 1 | 3): string => `${PATHS.orders}?source=1&type=${type}`;
