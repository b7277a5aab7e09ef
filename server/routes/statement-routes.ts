/** The log of one's accounts, in pages and as a statement to keep or print (specification S2 section 7, decision D9.05). */
import type * as v from 'valibot';
import { formatDecimal } from '#domain/decimal.ts';
import { LANGUAGE_TAGS, type Language } from '#domain/languages.ts';
import { logLineToWire } from '#protocol/account-log-wire.ts';
import { ForexChangeQuery, ForexChangeReply, type LogRow, StatementQuery } from '#protocol/rest/account.ts';
import { forexChangeEndpoint, statementEndpoint } from '#protocol/rest/endpoints.ts';
import { stampToWire } from '#protocol/stamp.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { AccountType } from '../database/schema.ts';
import { accountTypesOf } from '../ledger/person-account.ts';
import { done, invalidField } from '../outcome.ts';
import { type LogEntry, type LogFilter, logAfter, logBefore, logCount, logPage } from '../repositories/ledger-log-repository.ts';
import { messageText } from '../site/messages.ts';
import type { Settings } from '../site/settings.ts';
import { tradingAccount } from '../trading/orders/one-account.ts';
import type { Trader } from '../trading/trading.ts';
import { askedPeriod } from './asked-period.ts';
import { type FileReply, OWN, ownRoute, type Route } from './route.ts';
import { type StatementHead, type StatementLine, statementFile } from './statement-format.ts';

/** Entries read at once, and in one statement. */
const PAGE = 500;
const ENTRIES_MAX = 100_000;

const TYPE_OF_ID: Readonly<Record<string, AccountType>> = { 1: 'forex', 2: 'micro', 3: 'change', 9: 'demo' };
const typeOf = (asked: string): AccountType => TYPE_OF_ID[asked] ?? (asked as AccountType);

const KIND_TEXT: Readonly<Record<string, string>> = {
  margin_lock: 'logMarginLock',
  margin_release: 'logMarginRelease',
  pending_lock: 'logPendingLock',
  pending_release: 'logPendingRelease',
  profit: 'logProfit',
  fee: 'logFee',
  financing: 'logFinancing',
  stake_lock: 'logStakeLock',
  stake_release: 'logStakeRelease',
  micro_result: 'logMicroResult',
  deficit_book: 'logDeficitBook',
  deficit_repay: 'logDeficitRepay',
  deficit_forgive: 'logDeficitForgive',
  demo_grant: 'logDemoGrant',
  demo_reset: 'logDemoReset',
  gather: 'logGather',
};

/** Memos of trading are numbers of orders. */
const refOf = (entry: LogEntry): string => (/^\d+$/.test(entry.memo) ? entry.memo : '');
const wordsOf = (entry: LogEntry, lang: Language): string =>
  messageText(KIND_TEXT[entry.kind] ?? 'logOther', lang, { ref: refOf(entry) || entry.memo });

const logRow = (entry: LogEntry, lang: Language): LogRow =>
  logLineToWire({
    id: entry.id,
    amount: entry.amount,
    type: entry.log_type,
    // Type 10 shows the memo; the ones that the server itself writes have words of their own.
    memo: entry.kind in KIND_TEXT ? wordsOf(entry, lang) : entry.memo,
    words: wordsOf(entry, lang),
    createdAtMs: entry.created_at,
    balanceAfter: entry.balance_after,
    reference: refOf(entry),
  });

type StatementParts = { readonly db: Db; readonly clock: Clock; readonly settings: Settings };

export function statementRoutes({ db, clock, settings }: StatementParts): Route[] {
  return [
    ownRoute({
      endpoint: forexChangeEndpoint,
      summary: "What moved the balances of one's accounts, newest first, in pages",
      access: OWN,
      rate: 'list',
      input: ForexChangeQuery,
      reply: ForexChangeReply,
      handle: async ({ trader, input, lang }) => {
        const filter: LogFilter = { userId: trader.id, type: input.type === undefined ? undefined : typeOf(input.type) };
        const rows = await logPage(db.kysely, filter, Number(input.page), Number(input.limit));
        return done({ list: rows.map((row) => logRow(row, lang)), total: await logCount(db.kysely, filter) });
      },
    }),
    ownRoute({
      endpoint: statementEndpoint,
      summary: 'The log of an account with its running balance, as CSV or as a page to print: a file, not an envelope',
      access: OWN,
      rate: 'statement',
      input: StatementQuery,
      reply: ForexChangeReply,
      files: ['text/csv', 'text/html'],
      handle: async ({ trader, input, lang }) => {
        const period = askedPeriod(input, clock.now());
        if ('problem' in period) return invalidField(period.problem);
        const type = input.type === undefined ? await tradingAccount({ settings }, db.kysely, trader) : typeOf(input.type);
        if (!accountTypesOf(trader.realm).includes(type)) {
          return invalidField({ field: 'type', value: input.type ?? '', allowed: accountTypesOf(trader.realm).join(', ') });
        }
        return statement(db, trader, lang, input.format, { userId: trader.id, type, ...period });
      },
    }),
  ];
}

function statement(
  db: Db,
  trader: Trader,
  lang: Language,
  format: v.InferOutput<typeof StatementQuery>['format'],
  filter: LogFilter & { readonly type: AccountType },
): FileReply {
  const word = (key: string) => messageText(key, lang);
  const columns = ['statementTime', 'statementText', 'statementOrder', 'statementAmount', 'statementBalance'].map(word);
  const facts: [string, string][] = [[word('statementAccount'), `${trader.uid} ${filter.type}`]];
  if (filter.startMs !== undefined) facts.push([word('statementFrom'), stampToWire(filter.startMs)]);
  if (filter.endMs !== undefined) facts.push([word('statementTo'), stampToWire(filter.endMs)]);
  const head: StatementHead = { title: word('statementTitle'), lang: LANGUAGE_TAGS[lang], facts, columns };
  const isCsv = format === 'csv';
  return {
    file: statementFile(format, head, statementLines(db, filter, lang)),
    mediaType: isCsv ? 'text/csv; charset=utf-8' : 'text/html; charset=utf-8',
    disposition: isCsv ? `attachment; filename="statement-${trader.uid}.csv"` : 'inline',
  };
}

/** Opening balance, every entry with the balance after it, closing balance; read page by page. */
async function* statementLines(db: Db, filter: LogFilter, lang: Language): AsyncGenerator<StatementLine> {
  const { startMs } = filter;
  const before = startMs === undefined ? undefined : await logBefore(db.kysely, { ...filter, startMs: undefined, endMs: startMs });
  let balance = before?.balance_after ?? 0n;
  yield ['', messageText('statementOpening', lang), '', '', formatDecimal(balance)];
  let count = 0;
  for (let after = 0; ; ) {
    const page = await logAfter(db.kysely, filter, after, PAGE);
    for (const entry of page) {
      balance = entry.balance_after;
      yield [stampToWire(entry.created_at), wordsOf(entry, lang), refOf(entry), formatDecimal(entry.amount), formatDecimal(balance)];
    }
    count += page.length;
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE) break;
    if (count >= ENTRIES_MAX) {
      yield ['', messageText('statementCut', lang), '', '', ''];
      break;
    }
  }
  yield ['', messageText('statementClosing', lang), '', '', formatDecimal(balance)];
}
