/** A pending order that was asked for at a price of the chart: the ticket takes it, whether it is here already or comes later. */
import { signal } from '@preact/signals';
import type { Side } from '#domain/contract.ts';

/** `price`: text as the field shows it. `isInPlace`: the chart fills the screen and goes on doing so; it is asked about over it. */
type AskedPending = { readonly productId: number; readonly side: Side; readonly price: string; readonly isInPlace: boolean };

export const askedPending = signal<AskedPending | undefined>(undefined);
