/** Odds and transactions: an act only looks up what is kept; what is not is computed between two attempts, while nothing is open or locked. */
import type { MicroOdds, OddsAsked } from '../../micro/micro-odds.ts';
import { type Outcome, refused } from '../../outcome.ts';

/** Attempts of one call. The price may have moved on, or the hour have changed, since the odds were computed. */
const ATTEMPTS_MAX = 4;

/** Thrown within a transaction, which it undoes: the odds that it needs are not kept. */
export class OddsNotKeptError extends Error {
  override name = 'OddsNotKeptError';
  readonly asked: OddsAsked;

  constructor(asked: OddsAsked) {
    super(`the odds of product ${asked[0]} over ${asked[1]} s are not kept`);
    this.asked = asked;
  }
}

/** Runs a call until the odds that it needs are kept; 1110, with nothing done, where they are gone again every time. */
export async function withOddsKept<T>(odds: Pick<MicroOdds, 'sharesOf'>, call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof OddsNotKeptError)) throw error;
      odds.sharesOf(...error.asked);
    }
  }
  return refused('accountBusy');
}
