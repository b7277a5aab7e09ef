/** Writing a micro trade into the books: its row, its stake into the lock, its end into the work that falls due. The caller has looked at everything. */
import { SECOND_MS } from '#domain/time-units.ts';
import type { Trx } from '../../database/database.ts';
import type { PersonAccount } from '../../ledger/person-account.ts';
import { lockStake } from '../../ledger/stake.ts';
import { EXACT_KIND, putTapeWork } from '../../repositories/due-work-repository.ts';
import { insertMicro } from '../../repositories/micro-repository.ts';
import type { NewMicroRow, StoredMicro } from '../../repositories/stored-micro.ts';

/** Which micro trade it will be. */
export type MicroPlan = Pick<
  StoredMicro,
  | 'productId'
  | 'side'
  | 'stake'
  | 'ratio'
  | 'seconds'
  | 'duration'
  | 'expireAtMs'
  | 'openPrice'
  | 'openSeq'
  | 'openKnownSeq'
  | 'openSilenceMs'
  | 'lossLevel'
  | 'createdAtMs'
>;

const NOT_ENDED = { endPrice: 0n, profit: 0n, endSeq: 0, endKnownSeq: 0, endSilenceMs: 0, end: '', completedAtMs: 0 } as const;

/** `tapeMs`: of the newest tick that the account is judged by. */
export async function openMicro(trx: Trx, account: PersonAccount, plan: MicroPlan, tapeMs: number): Promise<StoredMicro> {
  const { userId, realm, type } = account;
  const row: NewMicroRow = { ...plan, ...NOT_ENDED, userId, realm, accountType: type };
  const micro = await insertMicro(trx, row);
  await lockStake(trx, account, { microId: micro.id, amount: micro.stake, atMs: micro.createdAtMs });
  const due = Math.floor(micro.expireAtMs / SECOND_MS) * SECOND_MS;
  await putTapeWork(trx, { kind: EXACT_KIND, subject: micro.id, userId, type, due, occurrence: micro.expireAtMs }, tapeMs);
  return micro;
}
