/** What only the leading node does: it feeds, writes the tape, stores candles, judges positions, evaluates alerts and keeps house. */
import type { CandleStore } from '../candles/candles.ts';
import type { WallRunner } from '../clock/wall-work.ts';
import type { Feed } from '../feed/feed.ts';
import type { GroupRunner } from '../tape/group-runner.ts';
import type { PriceTape } from '../tape/price-tape.ts';
import type { TradingDesk } from '../trading/trading-desk.ts';
import type { Duties } from './leadership.ts';

type Parts = {
  readonly tape: Pick<PriceTape, 'lead' | 'follow'>;
  readonly candles: Pick<CandleStore, 'lead' | 'follow'>;
  readonly feed: Feed;
  readonly trading: Pick<TradingDesk, 'startEvaluator' | 'stopEvaluator'>;
  readonly alerts: Pick<GroupRunner, 'begin' | 'stop'>;
  readonly housekeeping: WallRunner;
};

export const createDuties = ({ tape, candles, feed, trading, alerts, housekeeping }: Parts): Duties => ({
  async lead() {
    // The tape first: it reads to its end, and everything else continues from there.
    await tape.lead();
    await candles.lead();
    // Prices before judgements: what the evaluator has not judged yet waits for it on the tape, people wait for prices.
    await feed.start();
    await trading.startEvaluator();
    await housekeeping.start();
    // Nobody trades by them, and one that waits for a move within hours has them read hours of the tape: the lead is taken without them.
    alerts.begin();
  },

  async follow() {
    // All at once: the tape takes nothing from the first moment on, whatever a feed still says.
    await Promise.all([tape.follow(), feed.stop(), trading.stopEvaluator(), alerts.stop(), housekeeping.stop(), candles.follow()]);
  },
});
