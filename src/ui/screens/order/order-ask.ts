/** What a sheet about one order can ask, and what it gets. */
import type { OrderRow } from '#protocol/rest/forex.ts';

export type OrderAsk = 'detail' | 'close' | 'stops' | 'part' | 'reverse' | 'cancel';
/** `onDone` closes the sheet, `show` puts another question in its place. */
export type AskProps = { row: OrderRow; onDone: () => void; show: (ask: OrderAsk) => void };
