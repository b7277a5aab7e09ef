/** Orders that wait for their price, as whole rows: nothing of theirs moves with a tick. It never holds one that is held or closed. */
import type { OrderRow } from '#protocol/rest/forex.ts';

export class PendingOrders extends Map<number, OrderRow> {
  /** Takes the list of REST. `isPut`: told of since that list was asked for, so newer than it; `isOver`: open or closed by now. */
  take(rows: readonly OrderRow[], isPut: (id: number) => boolean, isOver: (id: number) => boolean): void {
    for (const id of this.keys()) if (!isPut(id) || isOver(id)) this.delete(id);
    for (const row of rows) if (!isPut(row.Id) && !isOver(row.Id)) this.set(row.Id, row);
  }
}
