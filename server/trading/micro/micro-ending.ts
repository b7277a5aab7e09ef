/** The end of a micro trade, whatever ends it, under the lock of its account: its row, its stake back, its result. */
import { microProfit } from '#domain/micro.ts';
import type { MicroVoidReason } from '#domain/micro-trade.ts';
import { silenceTerm } from '#domain/tape/silence.ts';
import type { Trx } from '../../database/database.ts';
import { forgiveDeficit } from '../../ledger/deficit.ts';
import type { PersonAccount } from '../../ledger/person-account.ts';
import { settleStake } from '../../ledger/stake.ts';
import { type MicroEnding, writeMicroEnd } from '../../repositories/micro-repository.ts';
import type { StoredMicro } from '../../repositories/stored-micro.ts';
import type { BookEntry } from '../../tape/price-book.ts';

/** The end of a void one: no price, no result. `endKnownSeq`: newest tick of the tape that was looked at. */
export const voidEnding = (end: MicroVoidReason, at: Pick<MicroEnding, 'endKnownSeq' | 'endSilenceMs' | 'completedAtMs'>): MicroEnding => ({
  ...at,
  end,
  endPrice: 0n,
  endSeq: 0,
  profit: 0n,
});

/**
 * How a trade ends whose time has come (decisions D1.4.09 to D1.4.11, D9.18). `quote`: its product before the first tick of any product that is
 * later than its end, which is `endKnownSeq`. A source that said nothing for `silentMs` before the end makes it void.
 */
export function expiryEnding(
  micro: StoredMicro,
  quote: BookEntry | undefined,
  { endKnownSeq, silentMs }: { endKnownSeq: number; silentMs: number },
): MicroEnding {
  const { expireAtMs } = micro;
  const at = { endKnownSeq, endSilenceMs: silenceTerm(silentMs).silenceMs ?? 0, completedAtMs: expireAtMs };
  if (quote === undefined || quote.aliveTimeMs <= expireAtMs - silentMs) return voidEnding('gap', at);
  const profit = microProfit({ ...micro, price: quote.price });
  return { ...at, end: 'expiry', endPrice: quote.price, endSeq: quote.seq, profit };
}

/** `isFlat`: the account holds no position and waits for none. */
export async function endMicro(
  trx: Trx,
  account: PersonAccount,
  micro: StoredMicro,
  ending: MicroEnding,
  isFlat: boolean,
): Promise<StoredMicro> {
  await writeMicroEnd(trx, micro.id, ending);
  const atMs = ending.completedAtMs;
  await settleStake(trx, account, { microId: micro.id, amount: micro.stake, profit: ending.profit, atMs });
  if (isFlat) await forgiveDeficit(trx, account, { refType: 'micro', refId: micro.id, atMs });
  return { ...micro, ...ending };
}
