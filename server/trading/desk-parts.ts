/** What every part of the trading desk works with. All passed in, so that a test chooses its own moment. */
import type { Price } from '#domain/decimal.ts';
import type { Catalogue, Product } from '../catalogue/catalogue.ts';
import type { Clock } from '../clock/clock.ts';
import type { Profile } from '../config.ts';
import type { Db } from '../database/database.ts';
import type { JudgingLimits } from '../limits/limits.ts';
import type { Log } from '../log.ts';
import type { MicroOdds } from '../micro/micro-odds.ts';
import type { OpeningGuard } from '../protection/opening-guard.ts';
import type { Settings } from '../site/settings.ts';
import type { Tape } from '../tape/tape.ts';
import type { EvaluatorCursor } from './evaluator/evaluator-cursor.ts';
import type { RecentMarket } from './market/recent-market.ts';
import type { RuleKeeper } from './market/trading-rules.ts';

export type DeskParts = {
  readonly db: Db;
  /** Of 'production' no micro trade is taken, whatever the settings say. */
  readonly profile: Profile;
  readonly clock: Clock;
  readonly tape: Tape;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly log: Log;
  /** The operator's settings that judgement uses, as of any tick. */
  readonly rules: RuleKeeper;
  /** How likely a micro trade is to win, by which its ratio is offered. */
  readonly odds: MicroOdds;
  /** What people's own protection says against new risk. */
  readonly guard: OpeningGuard;
  /** The newest part of the tape. */
  readonly recent: RecentMarket;
  readonly judging: JudgingLimits;
  /** What the evaluator of this process has judged, which it saves only now and then. */
  readonly evaluated: Pick<EvaluatorCursor, 'judged' | 'changesFrom'>;
  /** The close that the trade list shows of a product; undefined where it has none. */
  readonly closeOf: (product: Product) => Price | undefined;
};
