/** What a kind of due work of an account is: what one occurrence does, under the account's lock, as of the moment at which it falls due. */
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Trx } from '../../database/database.ts';
import type { DueWork, NextDue } from '../../repositories/due-work-repository.ts';
import type { StoredMicro } from '../../repositories/stored-micro.ts';
import type { AccountAtTick } from '../judge/account-at-tick.ts';
import type { RulesAtTick } from '../market/trading-rules.ts';

/** The moment at which work falls due, on the tape as a whole. */
export type DueMoment = {
  /** Newest tick of the seconds before: all that the account was judged by until then, and the first that it was not is the next. */
  readonly seq: number;
  /** What held at that tick. */
  readonly rules: RulesAtTick;
  readonly catalogue: Catalogue;
  /** The micro trades that ran when the account was locked. */
  readonly micros: readonly StoredMicro[];
};

export type DueKind = {
  /**
   * Does one occurrence. `at`: the account judged up to the moment, with the market of it: prices as of `moment.seq`, the time that it is due. Work whose
   * subject is gone does nothing. Returns when the row is due again, later than it was, in the past too: the judge comes to it in its turn;
   * undefined: the row goes.
   */
  run(trx: Trx, at: AccountAtTick, work: DueWork, moment: DueMoment): Promise<NextDue | undefined>;
};

export type DueKinds = Readonly<Record<string, DueKind>>;
