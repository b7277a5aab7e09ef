/** What a person presses by, and which fills they pressed for, by the wire of the calls. */

import type { ReceiptSource } from './receipts.ts';
import type { CloseReply, FillReply, ReverseReply } from './rest/forex.ts';
import type { MicroSubmitReply } from './rest/micro.ts';

/** The opening of an order or of a micro trade, or the close of a position. */
export type PressedFill = { readonly source: ReceiptSource; readonly id: number; readonly isOpening: boolean };

const opened = (id: number): PressedFill => ({ source: 0, id, isOpening: true });
const closed = (id: number): PressedFill => ({ source: 0, id, isOpening: false });

/** By the last part of a call's path, so that no list of paths is in the worker. An order that waits was not filled; of a part that was closed its own order is. */
const FILLS: Readonly<Record<string, (data: never) => PressedFill[]>> = {
  submit: ({ Order, Micro }: Partial<FillReply & MicroSubmitReply>) => {
    if (Micro) return [{ source: 1, id: Micro.Id, isOpening: true }];
    return Order && Order.Seq > 0 ? [opened(Order.Id)] : [];
  },
  close: ({ Order }: CloseReply) => [closed(Order.Id)],
  reverse: ({ Order, Closed }: ReverseReply) => [opened(Order.Id), closed(Closed.Id)],
};

/** None of a call that fills nothing, and of an answer that cannot be read. */
export function pressedFills(path: string, data: unknown): PressedFill[] {
  try {
    return (FILLS[path.split('/').at(-1) ?? '']?.(data as never) ?? []).filter(({ id }) => Number.isSafeInteger(id));
  } catch {
    return [];
  }
}

/** What a money call is about: the product that it names, or the order. */
export const pressedBy = ({ forex_id, id }: Readonly<Record<string, unknown>>) => ({
  productId: Number(forex_id ?? 0),
  orderId: Number(id),
});
