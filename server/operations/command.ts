/** What a command of the operator is made of, and how it answers. */
import type { ProductCatalogue } from '../catalogue/product-catalogue.ts';
import type { Clock } from '../clock/clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/database.ts';
import type { IdentityReview } from '../identity/identity-review.ts';
import type { Freezes } from '../protection/freezes.ts';
import type { Complaints } from '../site/complaints.ts';
import type { SiteSettings } from '../site/site-settings.ts';
import type { TapeLog } from '../tape/log/tape-log.ts';
import type { Answer, OperatorCall } from './operator-call.ts';

export type OperatorParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SiteSettings;
  readonly catalogue: ProductCatalogue;
  readonly config: Pick<Config, 'profile' | 'smtpUrl' | 'smsUrl' | 'tapeKeyDir'>;
  readonly tapeLog: TapeLog;
  readonly review: IdentityReview;
  readonly complaints: Complaints;
  readonly freezes: Pick<Freezes, 'freezeByOperator' | 'liftByOperator'>;
};
/** Who asks, and why. */
export type Cause = Pick<OperatorCall, 'actor' | 'reason'>;

export type Command = {
  readonly name: string;
  /** The words after the name. */
  readonly words: string;
  readonly about: string;
  /** A change asks for a reason. */
  readonly isChange: boolean;
  readonly run: (parts: OperatorParts, words: readonly string[], cause: Cause) => Promise<Answer>;
};

export const said = (...lines: string[]): Answer => ({ isGood: true, lines });
export const refused = (line: string): Answer => ({ isGood: false, lines: [line] });
