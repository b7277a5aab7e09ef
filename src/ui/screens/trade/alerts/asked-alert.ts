/** An alert that was asked for upon the chart: a new one at a price, or one that is drawn there; the bell of the head opens its sheet. */
import { signal } from '@preact/signals';
import type { PriceAlert } from '#domain/price-alert.ts';
import { begun, type Sending } from '../visit/begun.ts';

/** `price`: text as the field shows it. */
export type AskedAlert = { readonly productId: number; readonly price?: string; readonly alert?: PriceAlert };

export const askedAlert = signal<AskedAlert | undefined>(undefined);
/** One that was begun before its person had an account: its form opens again, and nothing is sent. */
export const begunAlert = begun<AskedAlert, Sending>();
