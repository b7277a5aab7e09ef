/** A pending order whose time to wait is over (decision D9.62): cancelled before the first tick of its end, its lock given back. */
import type { DueKind } from './due-kind.ts';

export const goodTill: DueKind = {
  async run(trx, at, { subject }) {
    const order = at.pendings().find(({ id }) => id === subject);
    if (order) await at.cancel(trx, order, 'expired');
    return undefined;
  },
};
