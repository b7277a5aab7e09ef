/**
 * What a deal says that no price log can prove, as rows of words: only what deals of its kind have (`docs/verifiable-fills.md`, "What it does not
 * prove"; decision D9.342).
 */
import { formatDecimal, type Money } from '#domain/decimal.ts';
import { UNTOLD_HOURS } from '#domain/tape/untold-hours.ts';
import type { ReceiptDeal } from '#protocol/receipts.ts';
import { type Key, t } from '../language/i18n.ts';
import { NONE, numberText } from '../text/format.ts';
import { exactMoneyText } from '../text/short-amount.ts';
import { fillPriceText, timeText } from './fill-texts.ts';

type Terms = NonNullable<ReceiptDeal['terms']>;
type Row = readonly [name: Key, value: string];
/** A row where its kind of deal has the value. */
type MaybeRow = readonly [name: Key, value: string | undefined];

const TRIGGERS = { down: 'receipt:unproved.down', up: 'receipt:unproved.up', now: 'receipt:unproved.now' } as const satisfies Record<
  string,
  Key
>;
const CALENDARS: Readonly<Record<string, Key>> = {
  'around-the-clock': 'receipt:unproved.hours.always',
  fx: 'receipt:unproved.hours.fx',
  metals: 'receipt:unproved.hours.metals',
  energy: 'receipt:unproved.hours.energy',
  'us-indices': 'receipt:unproved.hours.us',
  'eu-indices': 'receipt:unproved.hours.eu',
  'tokyo-index': 'receipt:unproved.hours.tokyo',
  'hong-kong-index': 'receipt:unproved.hours.hong-kong',
  recorded: 'receipt:unproved.hours.recorded',
};

/** The value's text, where there is a value. */
const of = <T>(value: T | undefined, text: (value: T) => string): string | undefined => (value === undefined ? undefined : text(value));
const exact = (value: bigint): string => numberText(formatDecimal(value));
const money = (value: Money): string => exactMoneyText(value);

/** What is said; nothing for a deal that says no more than the log shows. */
export function unprovedRows(deal: ReceiptDeal): Row[] {
  const rows = [
    ...orderRows(deal),
    ...stopRows(deal),
    ...moneyRows(deal),
    ...accountRows(deal),
    ...microRows(deal),
    hoursRow(deal),
    silenceRow(deal),
  ];
  return rows.flatMap(([name, value]): Row[] => (value === undefined ? [] : [[name, value]]));
}

/** What was ordered. */
function orderRows({ product, lots, level, fromSeq, terms = {} }: ReceiptDeal): MaybeRow[] {
  const { trigger, goodTillMs, openPrice } = terms;
  return [
    ['receipt:size', of(lots, (size) => formatDecimal(size, 2))],
    ['receipt:unproved.opened', of(openPrice, (price) => fillPriceText(product, price))],
    [
      'receipt:unproved.waited',
      of(trigger, (side) => t(TRIGGERS[side], { price: of(level, (price) => fillPriceText(product, price)) ?? NONE })),
    ],
    ['receipt:unproved.since', trigger && of(fromSeq, (tick) => t('receipt:chart.tick', { number: tick }))],
    ['receipt:unproved.until', of(goodTillMs, (timeMs) => (timeMs === 0 ? t('receipt:unproved.ever') : timeText(timeMs)))],
  ];
}

/** Both stops as they are said to have stood, each with the tick from which on it counted. */
function stopRows({ product, terms = {} }: ReceiptDeal): MaybeRow[] {
  const stop = (price: Terms['stopLoss'], from = 0) =>
    of(price, (at) =>
      at > 0n ? t('receipt:unproved.stop', { price: fillPriceText(product, at), number: from }) : t('receipt:unproved.none'),
    );
  return [
    ['receipt:unproved.sl', stop(terms.stopLoss, terms.stopLossFrom)],
    ['receipt:unproved.tp', stop(terms.takeProfit, terms.takeProfitFrom)],
  ];
}

/** What the money was counted from. */
function moneyRows({ kind, margin, leverage, contractNumber, quoteRate, terms = {} }: ReceiptDeal): MaybeRow[] {
  const { feeType, feeRate } = terms;
  const fee = (rate: bigint) =>
    feeType === '1' ? t('receipt:unproved.fee.lot', { rate: exact(rate) }) : t('receipt:unproved.fee.margin', { rate: exact(rate * 100n) });
  return [
    ['receipt:unproved.leverage', kind === 'open' ? of(leverage, (times) => t('receipt:unproved.leverage.times', { times })) : undefined],
    ['receipt:unproved.fee', of(feeRate, fee)],
    ['receipt:unproved.margin', kind === 'close' ? of(margin, money) : undefined],
    ['receipt:unproved.contract', of(contractNumber, exact)],
    ['receipt:unproved.rate', of(quoteRate, exact)],
  ];
}

/** What stood in an account that was stopped out. */
function accountRows({ rule, level, terms: { balance, held, pending, deficit, positions } = {} }: ReceiptDeal): MaybeRow[] {
  return [
    ['receipt:unproved.stop-out', rule === 'stopout' ? of(level, (percent) => `${exact(percent)}%`) : undefined],
    ['receipt:unproved.balance', of(balance, money)],
    ['receipt:unproved.held', of(held, money)],
    ['receipt:unproved.pending', of(pending, money)],
    ['receipt:unproved.deficit', of(deficit, money)],
    ['receipt:unproved.positions', of(positions, ({ length }) => numberText(length))],
  ];
}

function microRows({ terms: { stake, ratio, expiryMs, lossLevel } = {} }: ReceiptDeal): MaybeRow[] {
  const loss = (level: string) => t(level === '0' ? 'receipt:unproved.loss.stake' : 'receipt:unproved.loss.win');
  return [
    ['receipt:unproved.stake', of(stake, money)],
    ['receipt:unproved.ratio', of(ratio, (share) => `${exact(share * 100n)}%`)],
    ['receipt:unproved.expiry', of(expiryMs, timeText)],
    ['receipt:unproved.loss', of(lossLevel, loss)],
  ];
}

const haltsText = (count: number): string => (count === 0 ? t('receipt:unproved.unhalted') : t('receipt:unproved.halts', { count }));
/** Where it is said: any other than that of the format. */
const silenceRow = ({ terms }: ReceiptDeal): MaybeRow => [
  'receipt:unproved.silence',
  of(terms?.silenceMs, (ms) => t('receipt:unproved.silence.seconds', { seconds: numberText(ms / 1_000) })),
];
const hoursRow = ({ hours }: ReceiptDeal): MaybeRow => [
  'receipt:unproved.hours',
  of(hours, ({ calendar, halts }) => {
    if (calendar === UNTOLD_HOURS.calendar) return t('receipt:unproved.hours.untold');
    const name = Object.hasOwn(CALENDARS, calendar) ? CALENDARS[calendar] : undefined;
    return `${name ? t(name) : t('receipt:unproved.hours.unknown', { calendar })}; ${haltsText(halts.length)}`;
  }),
];
