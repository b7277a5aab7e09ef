/** What a sheet about one order can ask, and what it gets. */
import type { Order } from '#domain/order.ts';

export type OrderAsk = 'detail' | 'close' | 'stops' | 'part' | 'reverse' | 'amend' | 'cancel' | 'receipt';
/** `onDone` closes the sheet, `show` puts another question in its place. */
export type AskProps = { order: Order; onDone: () => void; show: (ask: OrderAsk) => void };
