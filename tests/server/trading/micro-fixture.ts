/** A desk that takes micro trades, and what tests ask of it. */
import { decimal, type Money } from '#domain/decimal.ts';
import type { MicroFields } from '#protocol/micro-requests.ts';
import type { MicroRow, MicroSubmitReply } from '#protocol/rest/micro.ts';
import type { Db } from '#server/database/database.ts';
import { lockPersonAccount } from '#server/ledger/person-account.ts';
import { LOG_TYPE, post } from '#server/ledger/post.ts';
import type { Outcome } from '#server/outcome.ts';
import { checkFills, tapeEndProblem } from '#server/tape/check-fills.ts';
import type { Trader } from '#server/trading/trading.ts';
import { type Desk, type DeskOptions, EURUSD, freshKey, openDesk } from './trading-fixture.ts';

const MICRO_SETTINGS = {
  is_micro: '1',
  micro_durations: 'all 30 0.8 10 500, all 60 0.82 10 1000, EURUSD 120 0.85 20 1000',
  micro_step: '1',
  micro_exposure_max: '100000',
};

export const openMicroDesk = (db: Db, options: DeskOptions = {}): Promise<Desk> =>
  openDesk(db, { ...options, settings: { ...MICRO_SETTINGS, ...options.settings } });

const microFields = (fields: Partial<MicroFields> = {}): MicroFields => ({
  forex_id: String(EURUSD),
  type: '1',
  number: '100',
  ...(fields.expire_at === undefined ? { seconds: '30' } : {}),
  ...fields,
});

export const submit = (at: Desk, trader: Trader, fields: Partial<MicroFields> = {}, key = freshKey()): Promise<Outcome<MicroSubmitReply>> =>
  at.desk.submitMicro(trader, microFields(fields), key);

/** The row of a trade that was opened, or an error that says what came instead. */
export function opened(outcome: Outcome<MicroSubmitReply>): MicroRow {
  if (outcome.code !== 1 || !outcome.data)
    throw new Error(`not opened: ${outcome.code} ${outcome.message} ${JSON.stringify(outcome.params)}`);
  return outcome.data.Micro;
}

/** The only trade of the history, the newest first. */
export async function history(at: Desk, trader: Trader): Promise<MicroRow[]> {
  return (await at.desk.microTrades(trader, { list: 'closed', page: 1, limit: 50 })).data;
}

/** What does not hold of the books, the executions against the tape included. */
export async function broken(at: Desk): Promise<string[]> {
  const { problems } = await checkFills(at.db, 0);
  const end = await tapeEndProblem(at.db);
  return [...(await at.laws()), ...problems, ...(end ? [end] : [])];
}

/** A real person with so much in the account that micro trades are staked from. */
export async function realTrader(at: Desk, cash: string): Promise<Trader> {
  const trader = await at.trader('real');
  const amount = decimal<Money>(cash);
  const cause = {
    realm: 'real',
    userId: trader.id,
    kind: 'transfer',
    refType: 'test',
    refId: trader.id,
    logType: LOG_TYPE.demoGrant,
  } as const;
  await at.db.transaction(async (trx) => {
    const { parts } = await lockPersonAccount(trx, trader.id, 'micro');
    const entries = [
      { part: parts.balance, amount },
      { house: 'equity_in', amount: -amount },
    ] as const;
    await post(trx, { ...cause, memo: '', atMs: at.clock.now(), entries });
  });
  return trader;
}

export async function endDesk(at: Desk): Promise<void> {
  await at.desk.stop();
  await at.tape.stop();
}
