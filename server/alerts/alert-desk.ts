/**
 * What people may do with their price alerts. A call sets the terms, and the tape says from which tick they hold: it waits for no evaluation and
 * none waits for it. Every refusal names field and value, and writes nothing (decision D9.145).
 */
import { formatDecimal, type Price } from '#domain/decimal.ts';
import {
  ALERT_PERCENT_MAX,
  ALERT_PERCENT_MIN,
  ALERT_WINDOWS_S,
  ALERTS_MAX,
  type AlertTerms,
  alertProblem,
  isSameAlert,
} from '#domain/price-alert.ts';
import {
  ALERT_FIELD_NAMES,
  type AlertEditFields,
  alertChangeToWire,
  alertToWire,
  askedAlertFromWire,
  deletedAlertToWire,
  editedTermsFromWire,
  firedAlertToWire,
  type NewAlertFields,
} from '#protocol/alert-wire.ts';
import type { AlertChangeRow, AlertListReply, AlertRow, DeletedAlertReply, FiredListReply } from '#protocol/rest/alert.ts';
import type { Catalogue, Product } from '../catalogue/catalogue.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { done, invalidField, type Outcome, refused } from '../outcome.ts';
import {
  alertsOf,
  firedOfUser,
  insertAlert,
  lockAlert,
  removeAlert,
  replaceAlert,
  type StoredAlert,
} from '../repositories/alert-repository.ts';
import { appendEvents } from '../repositories/outbox-repository.ts';
import { newestPrice } from '../repositories/quote-repository.ts';
import type { Settings } from '../site/settings.ts';
import { blockSecond } from '../tape/price-book.ts';
import type { Tape } from '../tape/tape.ts';
import { runOnce } from '../trading/acts/run-once.ts';
import type { RequestKey, Trader } from '../trading/trading.ts';
import { type ActingSession, holdSession } from '../users/live-session.ts';
import type { ProductOf } from './settle-alerts.ts';

export interface Alerts {
  /** Every active alert, newest first. */
  list(trader: Trader): Promise<AlertListReply>;
  /** `page` from 1. */
  fired(trader: Trader, page: number): Promise<FiredListReply>;
  create(session: ActingSession, fields: NewAlertFields, key: RequestKey): Promise<Outcome<AlertRow>>;
  edit(session: ActingSession, fields: AlertEditFields, key: RequestKey): Promise<Outcome<AlertRow>>;
  remove(session: ActingSession, id: string, key: RequestKey): Promise<Outcome<DeletedAlertReply>>;
}

export type AlertDeskParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly tape: Pick<Tape, 'nowMs'>;
  readonly catalogue: Catalogue;
  readonly productOf: ProductOf;
  /** The close that the trade list shows of a product; undefined where it has none. */
  readonly closeOf: (product: Product) => Price | undefined;
  /** Called after each transaction that may have left events in the outbox. */
  readonly committed: () => void;
};

/** Rows of a page of what fired. */
const FIRED_PAGE = 20;

const refusal = (field: string, value: string, allowed: string): Outcome<never> =>
  invalidField({ field, value, allowed }) as Outcome<never>;

/** What is allowed in place of what was asked for. */
function allowedInstead(why: string, { pricePrecision }: Product, { kind }: AlertTerms, newest: Price): string {
  switch (why) {
    case 'wrong-side':
      return `a price ${kind} ${formatDecimal(newest)}, the newest`;
    case 'doubled':
      return 'what no other alert of yours waits for';
    case 'too-fine':
      return kind === 'move' ? 'at most 2 digits after the point' : `at most ${pricePrecision} digits after the point`;
    case 'out-of-bounds':
      return `${formatDecimal(ALERT_PERCENT_MIN)} to ${formatDecimal(ALERT_PERCENT_MAX)}`;
    case 'not-offered':
      return ALERT_WINDOWS_S.join(', ');
    case 'not-of-kind':
      return `nothing, with kind ${kind}`;
    default:
      return `a value, with kind ${kind}`;
  }
}

const textOf = (value: bigint | number | undefined): string =>
  value === undefined ? '' : typeof value === 'bigint' ? formatDecimal(value) : String(value);

/** The refusal 1001 of terms that break a rule, beside the person's other alerts; `undefined` when they may be set. */
async function termsRefusal(
  parts: AlertDeskParts,
  trx: Trx,
  terms: AlertTerms,
  others: readonly AlertTerms[],
): Promise<Outcome<never> | undefined> {
  const product = parts.catalogue.byId(terms.productId);
  if (!product) return refusal(ALERT_FIELD_NAMES.productId, String(terms.productId), 'the id of a product');
  const newest = (await newestPrice(trx, product.id)) ?? parts.closeOf(product);
  if (newest === undefined) return refused('quoteStale');
  const problem = alertProblem(terms, { newest, pricePrecision: product.pricePrecision, others });
  if (!problem) return undefined;
  const { field, why } = problem;
  return refusal(ALERT_FIELD_NAMES[field], textOf(terms[field]), allowedInstead(why, product, terms, newest));
}

async function createAlert(parts: AlertDeskParts, trx: Trx, session: ActingSession, fields: NewAlertFields): Promise<Outcome<AlertRow>> {
  await holdSession(trx, session);
  const terms = askedAlertFromWire(fields);
  const others = await alertsOf(trx, session.user.id);
  const problem = await termsRefusal(parts, trx, terms, others);
  if (problem) return problem;
  if (others.length >= ALERTS_MAX)
    return refusal(ALERT_FIELD_NAMES.count, '', `one of your ${ALERTS_MAX} alerts to delete first: there may be no more`);
  const alert = await insertAlert(trx, session.user.id, terms, parts.clock.now());
  await tellChange(parts, trx, session, alert.id, 'set');
  return done(shown(parts, alert), 'alertSet');
}

/** Tells the person's other pages and devices. Last of an act: it locks the numbers of the person's events, for which their other transactions wait. */
const tellChange = (
  parts: AlertDeskParts,
  trx: Trx,
  { user }: ActingSession,
  alertId: number,
  change: AlertChangeRow['Change'],
): Promise<void> =>
  appendEvents(trx, user.id, [{ topic: 'ALERT', payload: { data: alertChangeToWire(alertId, change) } }], parts.clock.now());

/** The alert of this person, locked until the transaction ends, and the others. */
async function ownAlert(trx: Trx, session: ActingSession, id: string): Promise<{ alert: StoredAlert; others: StoredAlert[] } | undefined> {
  await holdSession(trx, session);
  if (!(await lockAlert(trx, session.user.id, Number(id)))) return undefined;
  const all = await alertsOf(trx, session.user.id);
  const alert = all.find((one) => one.id === Number(id));
  return alert && { alert, others: all.filter((one) => one !== alert) };
}

async function editAlert(parts: AlertDeskParts, trx: Trx, session: ActingSession, fields: AlertEditFields): Promise<Outcome<AlertRow>> {
  const own = await ownAlert(trx, session, fields.id);
  if (!own) return refused('notFound');
  const { alert, others } = own;
  if (fields.kind !== undefined && alert.kind === 'move')
    return refusal('kind', fields.kind, 'nothing, for an alert that waits for a move');
  const terms = editedTermsFromWire(alert, fields);
  // What was not touched is not judged again: one that rests goes on resting, wherever the price is.
  const isSame = isSameAlert(alert, terms);
  if (isSame && terms.repeat === alert.repeat) return done(shown(parts, alert), 'alertChanged');
  const problem = isSame ? undefined : await termsRefusal(parts, trx, terms, others);
  if (problem) return problem;
  const edited = await replaceAlert(trx, session.user.id, isSame ? alert : { ...alert, restUntil: 0 }, terms);
  await tellChange(parts, trx, session, edited.id, 'edited');
  return done(shown(parts, edited), 'alertChanged');
}

async function deleteAlert(parts: AlertDeskParts, trx: Trx, session: ActingSession, id: string): Promise<Outcome<DeletedAlertReply>> {
  const own = await ownAlert(trx, session, id);
  if (!own) return refused('notFound');
  await removeAlert(trx, session.user.id, own.alert);
  await tellChange(parts, trx, session, own.alert.id, 'deleted');
  return done(deletedAlertToWire(own.alert.id), 'alertDeleted');
}

/** One that waits for a move is armed again as soon as it has rested, another when its price is left. */
function shown({ tape, productOf }: AlertDeskParts, alert: StoredAlert): AlertRow {
  const rests = alert.kind === 'move' ? alert.restUntil > blockSecond(tape.nowMs()) : alert.restUntil > 0;
  return alertToWire({ ...alert, state: rests ? 'resting' : 'waiting' }, productOf(alert.productId));
}

export function createAlertDesk(parts: AlertDeskParts): Alerts {
  const { kysely } = parts.db;
  /** Once under its key, if it has one. */
  const act = async <T>({ user }: ActingSession, key: RequestKey, value: string, work: (trx: Trx) => Promise<Outcome<T>>) => {
    const outcome = await runOnce<T>(parts, { userId: user.id, key, blamed: { field: ALERT_FIELD_NAMES.price, value }, work });
    parts.committed();
    return outcome;
  };

  return {
    async list(trader) {
      const rows = (await alertsOf(kysely, trader.id)).map((alert) => shown(parts, alert));
      return { data: rows, total: rows.length };
    },
    async fired(trader, page) {
      const { fired, total } = await firedOfUser(kysely, trader.id, { limit: FIRED_PAGE, offset: (page - 1) * FIRED_PAGE });
      return { data: fired.map((one) => firedAlertToWire(one, parts.productOf(one.productId))), total };
    },
    create: (session, fields, key) => act(session, key, fields.price ?? '', (trx) => createAlert(parts, trx, session, fields)),
    edit: (session, fields, key) => act(session, key, fields.price ?? '', (trx) => editAlert(parts, trx, session, fields)),
    remove: (session, id, key) => act(session, key, '', (trx) => deleteAlert(parts, trx, session, id)),
  };
}
