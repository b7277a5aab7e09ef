/** A desk on a real database and a real tape, with a clock that tests move and a handful of products of their own. */
import { decimal } from '#domain/decimal.ts';
import { NO_FINANCING } from '#domain/financing.ts';
import { nextFinancing, nightsAt } from '#domain/financing-nights.ts';
import { CONFIG_DEFAULTS } from '#domain/flags.ts';
import { CALENDARS, isCalendarName, type MarketHours, tradingDayEndMs } from '#domain/market-hours.ts';
import type { SubmitFields } from '#protocol/order-requests.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import type { Catalogue, Product } from '#server/catalogue/catalogue.ts';
import { type Clock, ManualClock } from '#server/clock/clock.ts';
import type { Profile } from '#server/config.ts';
import type { Db } from '#server/database/database.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import type { JudgingLimits } from '#server/limits/limits.ts';
import { silentLog } from '#server/log.ts';
import type { MicroOdds, WinShares } from '#server/micro/micro-odds.ts';
import type { Outcome } from '#server/outcome.ts';
import { createOpeningGuard } from '#server/protection/opening-guard.ts';
import { insertUser } from '#server/repositories/user-repository.ts';
import type { PriceTape } from '#server/tape/price-tape.ts';
import type { RuleKeeper } from '#server/trading/market/trading-rules.ts';
import type { RequestKey, Trader } from '#server/trading/trading.ts';
import { createTradingDesk, type TradingDesk } from '#server/trading/trading-desk.ts';
import { openTape } from '../tape/test-log.ts';

const product = (id: number, code: string, own: Partial<Product> = {}): Product => ({
  id,
  code,
  showCode: code,
  logo: '',
  categoryId: 1,
  pricePrecision: 5,
  lots: { pip: decimal('0.01'), min: decimal('0.1'), max: decimal('50') },
  contractNumber: decimal('100000'),
  feePerLot: decimal('6'),
  feeOfMargin: decimal('0.01'),
  financing: NO_FINANCING,
  marginMode: 0,
  quoteRate: decimal('1'),
  leverages: [50, 100, 200, 500].map((value) => ({ value, isDefault: value === 100 })),
  hours: 'always',
  forcedClosed: false,
  seedPrice: decimal('1'),
  volatility: 0.08,
  sort: id,
  ...own,
});

export const PRODUCTS: readonly Product[] = [
  product(1, 'EURUSD'),
  product(2, 'XAUUSD', { contractNumber: decimal('100'), feePerLot: decimal('10'), pricePrecision: 2 }),
  product(3, 'USOIL', { contractNumber: decimal('1000'), feePerLot: decimal('5'), marginMode: 1, leverages: [] }),
  product(4, 'USDJPY', { quoteRate: decimal('0.0067'), pricePrecision: 3 }),
  product(5, 'NOLEVER', { leverages: [] }),
  product(6, 'GBPUSD'),
];
export const EURUSD = 1;
export const XAUUSD = 2;
export const USOIL = 3;
export const USDJPY = 4;
export const NOLEVER = 5;
export const GBPUSD = 6;

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Nights are counted by the calendar that a product names, around the clock without one. */
const calendarOf = (hours: string) => (isCalendarName(hours) ? hours : 'around-the-clock');
const hoursOf = (it: Product): MarketHours => CALENDARS[calendarOf(it.hours)];

/** The catalogue of the test. */
function fixedCatalogue(isOpenAt: (productId: number, timeMs: number) => boolean, own: DeskOptions['products'] = {}): Catalogue {
  const products = PRODUCTS.map((it) => ({ ...it, ...own[it.id] }));
  return {
    products: () => products,
    byId: (id) => products.find((it) => it.id === id),
    byCode: (code) => products.find((it) => it.code === code),
    name: (it) => it.code,
    categories: () => [],
    statusAt: (it, timeMs) => (!it.forcedClosed && isOpenAt(it.id, timeMs) ? 'open' : 'closed'),
    // Of hours that are set by hand both ends must be open, the last millisecond of the time in between.
    isOpenThrough: (it, fromMs, toMs) => isOpenAt(it.id, fromMs) && isOpenAt(it.id, toMs - 1),
    calendarOf: (id) => calendarOf(products.find((it) => it.id === id)?.hours ?? ''),
    opensAt: () => 0,
    dayEndAt: (it, timeMs) => tradingDayEndMs(hoursOf(it), timeMs),
    financingAt: (it, timeMs) => nextFinancing(hoursOf(it), timeMs),
    nightsAt: (it, timeMs, tripleOn) => nightsAt(hoursOf(it), timeMs, tripleOn),
  };
}

export const marketOrder = (fields: Partial<SubmitFields> = {}): SubmitFields => ({
  type: '1',
  cont: '0.1',
  forex_id: String(EURUSD),
  status: '1',
  target_price: '0',
  stop_loss_price: '0',
  target_profit_price: '0',
  multiple: '100',
  ...fields,
});

let keys = 0;
/** A fresh key; the hash stands for the content. */
export const freshKey = (requestHash = 'content'): RequestKey => ({ key: `key-${keys++}`, requestHash });
export const NO_KEY: RequestKey = { key: undefined, requestHash: '' };

/** The order row of a fill, or an error that says what came instead. */
export function filled(outcome: Outcome<{ Id: number; Seq: number; Order: OrderRow }>): OrderRow {
  if (outcome.code !== 1 || !outcome.data) throw new Error(`not filled: ${outcome.code} ${outcome.message}`);
  return outcome.data.Order;
}

export type DeskOptions = {
  settings?: Record<string, string>;
  /** What some products have of their own, by their ids. */
  products?: Readonly<Record<number, Partial<Product>>>;
  clock?: ManualClock;
  /** That of an earlier desk, which has heard the prices; a tape that has just been opened has heard nothing. */
  tape?: PriceTape;
  isStarted?: boolean;
  /** False: it takes orders, and judges nobody who does not act. */
  isEvaluating?: boolean;
  /** What the desk writes through, when it is not what the tape writes through. */
  deskDb?: Db;
  /** Market hours that depend on the time, in place of the set of closed products. */
  isOpenAt?: (productId: number, timeMs: number) => boolean;
  /** What a micro trade's odds are, of every product and duration; kept without computing where nothing else is said. */
  sharesOf?: MicroOdds['sharesOf'];
  keptSharesOf?: MicroOdds['keptSharesOf'];
  profile?: Profile;
  /** The operator's settings as of any tick; without it every tick is judged by those of now. */
  rules?: (catalogue: Catalogue) => RuleKeeper;
  judging?: JudgingLimits;
  /** What the desk measures by, when it is not the clock that the test moves. */
  deskClock?: Clock;
  /** What the evaluator writes through, when it is not what the desk writes through. */
  evaluatorDb?: Db;
  /** The tape is another desk's: this one follows it, as a second node does. */
  isFollowing?: boolean;
};

/** Half of all trades win: every configured ratio is offered. */
const FAIR: WinShares = { random: decimal('0.5'), best: decimal('0.5') };

/** Rules without a past: what `settings` says now. */
const rulesOfNow = (catalogue: Catalogue, settings: { get(key: string): string }): RuleKeeper => ({
  asOf: async () => ({
    at: () => ({
      stopOutLevel: decimal(settings.get('stop_out_level')),
      marginCallLevel: decimal(settings.get('margin_call_level')),
      feeType: settings.get('trade_fee_type'),
      feeRatesOf: (id) => catalogue.byId(id) ?? { feePerLot: 0n, feeOfMargin: 0n },
      isForcedClosed: (id) => catalogue.byId(id)?.forcedClosed ?? false,
      financingOf: (id) => catalogue.byId(id)?.financing ?? NO_FINANCING,
    }),
  }),
});

export const newUser = (db: Db, number: number, realm: 'demo' | 'real', atMs: number) =>
  db.transaction((trx) =>
    insertUser(trx, {
      uid: String(number),
      realm,
      email: null,
      mobile: null,
      area_id: 0,
      password_hash: null,
      demo_id_hash: null,
      level: 1,
      credit_score: 100,
      invite_code: `I${number}`,
      frozen: 0,
      created_at: atMs,
      last_seen_at: atMs,
    }),
  );

/** Sum of what a house account got. */
async function houseSum(db: Db, account: string): Promise<bigint> {
  const rows = await db.kysely
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .select('entry.amount')
    .where('account.part', '=', account as 'pnl')
    .where('account.type', '=', 'house')
    .execute();
  return rows.reduce((sum, row) => sum + row.amount, 0n);
}

export async function openDesk(db: Db, options: DeskOptions = {}) {
  const clock = options.clock ?? new ManualClock();
  const settings = new Map(Object.entries(options.settings ?? {}));
  const closed = new Set<number>();
  const isOpenAt = options.isOpenAt ?? ((productId: number) => !closed.has(productId));
  const follows = options.isFollowing ? { leaderDb: db } : {};
  const tape: PriceTape = options.tape ?? (await openTape({ db, clock, log: silentLog, ...follows }));
  if (options.isFollowing) await tape.follow();
  const catalogue = fixedCatalogue(isOpenAt, options.products);
  const site = { get: (key: string) => settings.get(key) ?? CONFIG_DEFAULTS[key] ?? '' };
  const rules = options.rules?.(catalogue) ?? rulesOfNow(catalogue, site);
  const sharesOf = options.sharesOf ?? (() => FAIR);
  const odds: MicroOdds = { sharesOf, keptSharesOf: options.keptSharesOf ?? sharesOf };
  const guard = createOpeningGuard({ clock });
  const given = { db, clock, tape, catalogue, settings: site, log: silentLog, rules, odds, guard, profile: options.profile ?? 'demo' };
  const parts = { ...given, judging: options.judging, closeOf: () => undefined };
  const own = { clock: options.deskClock ?? clock, db: options.deskDb ?? db, evaluatorDb: options.evaluatorDb };
  const desk: TradingDesk = createTradingDesk({ ...parts, ...own });
  if (options.isStarted !== false) await desk.start({ evaluate: options.isEvaluating !== false });
  let users = (await db.kysely.selectFrom('user').select('id').execute()).length;

  return {
    ...parts,
    desk,
    /** Settings and closed markets of this test; change them as the story goes. */
    set: settings,
    closed,

    /** A new user with accounts. */
    async trader(realm: 'demo' | 'real' = 'demo'): Promise<Trader> {
      const user = await newUser(db, 10_000_000 + users++, realm, clock.now());
      const trader: Trader = { id: user.id, uid: user.uid, realm, frozen: false };
      await desk.openAccounts(trader);
      return trader;
    },

    /** One committed group of ticks, judged when this resolves. */
    async tick(...prices: readonly (readonly [productId: number, price: string])[]): Promise<void> {
      for (const [productId, price] of prices) {
        tape.push({ productId, price: decimal(price), volume: 0n, timeMs: clock.now(), confirm: false });
      }
      await tape.flush();
      await desk.caughtUp();
    },

    /** Signs of life without movement. */
    async confirm(...productIds: readonly number[]): Promise<void> {
      for (const productId of productIds) {
        const price = tape.newest(productId)?.price;
        if (price !== undefined) tape.push({ productId, price, volume: 0n, timeMs: clock.now(), confirm: true });
      }
      await tape.flush();
      await desk.caughtUp();
    },

    async account(trader: Trader) {
      const rows = await db.kysely.selectFrom('account').selectAll().where('user_id', '=', trader.id).execute();
      const type = trader.realm === 'demo' ? 'demo' : 'forex';
      return Object.fromEntries(rows.filter((row) => row.type === type).map((row) => [row.part, row.balance])) as Record<string, bigint>;
    },

    house: (account: string): Promise<bigint> => houseSum(db, account),

    async events(trader: Trader): Promise<{ seq: number; topic: string; payload: Record<string, unknown> }[]> {
      const rows = await db.kysely.selectFrom('outbox').selectAll().where('user_id', '=', trader.id).orderBy('seq').execute();
      return rows.map(({ seq, topic, payload }) => ({ seq, topic, payload: JSON.parse(payload) as Record<string, unknown> }));
    },

    /** Every law of the ledger; [] when all hold. */
    laws: () => checkLedger(db),
  };
}

/** All rows of what money moves in: two equal pictures mean that nothing was written. */
export async function moneyRows(db: Db): Promise<string> {
  const tables = [
    'account',
    'ledger_tx',
    'entry',
    'trade_order',
    'deal',
    'micro_order',
    'micro_exposure',
    'outbox',
    'user_seq',
    'margin_call',
  ] as const;
  const rows = await Promise.all(tables.map((table) => db.kysely.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
