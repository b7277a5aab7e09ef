/**
 * Orders that wait for their price are new risk that nobody asks about again when they are filled. Of somebody who may take none they are
 * cancelled: at once after a freeze or the beginning of a break, and again by the housekeeping, should this node have ended in between.
 */
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import { barredWithPending } from '../repositories/own-limit-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { TradingDesk } from '../trading/trading-desk.ts';
import { traderOf } from '../users/user-row.ts';

const SWEEP_EVERY_MS = 60_000;
const PEOPLE_AT_ONCE = 100;
/** Nothing to deduplicate by: what is cancelled already stays so. */
const NO_KEY = { key: undefined, requestHash: '' };

interface BarredOrders {
  /** Cancels soon what somebody waits for. */
  cancel(user: UserRecord): void;
  readonly sweep: WallKind;
}

export function createBarredOrders({
  trading,
  clock,
}: {
  readonly trading: Pick<TradingDesk, 'cancelAll'>;
  readonly clock: Clock;
}): BarredOrders {
  // What fails is swept up later.
  const cancel = (user: UserRecord): void => void trading.cancelAll(traderOf(user), NO_KEY).catch(() => undefined);
  return {
    cancel,
    sweep: {
      everyMs: SWEEP_EVERY_MS,
      async run(trx, nowMs) {
        const people = await barredWithPending(trx, nowMs, PEOPLE_AT_ONCE);
        // Each is a transaction of its own, after this one.
        clock.after(0, () => people.forEach(cancel));
      },
    },
  };
}
