/** An account has more to be judged than an act can wait for: nothing of the act was done, and it may be asked for again. */
import type { AccountRef } from '../evaluator/account-index.ts';

export class AccountBusyError extends Error {
  override name = 'AccountBusyError';
  readonly account: Pick<AccountRef, 'userId' | 'type'>;

  constructor(account: Pick<AccountRef, 'userId' | 'type'>) {
    super(`user ${account.userId}: more ticks or effects wait for the account than one act may judge`);
    this.account = account;
  }
}
