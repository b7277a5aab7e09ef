/** A verdict in words, for a terminal; or as one line of JSON, for scripts. */
import { formatDecimal } from '#domain/decimal.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { HistoryReason, PriceReason, PromiseReason, RuleReason, Verdict } from '#domain/tape/verdict.ts';
import type { FileVerdict } from './verify-files.ts';

const PROMISE: Readonly<Record<PromiseReason, string>> = {
  signed: 'the operator signed this deal',
  'key-changed': 'it is signed by another key than the one that is known, and nothing by the known one says so',
  'keys-signature': 'the key of receipts is not one that the key of the log vouches for',
  'deal-malformed': 'what is signed is no deal',
  'deal-signature': 'the signature is not by the key of receipts',
  'other-origin': 'it is a deal on another tape',
  'other-deal': 'it is another deal than the one that was asked about',
  'keys-missing': 'the file does not say whether the key of receipts is the operator’s',
};
const PRICE: Readonly<Record<PriceReason, string>> = {
  logged: 'the tick of its price is in the log',
  'no-price': 'it has no price, and what it goes by is in the log',
  'key-changed': 'the log is signed by another key than the one that is known',
  'checkpoint-malformed': 'what is signed is no checkpoint',
  'checkpoint-signature': 'the checkpoint is not signed by the key of the log',
  'other-origin': 'the checkpoint is of another log',
  'run-malformed': 'blocks stand twice or out of order',
  'entry-malformed': 'an entry is none of its block',
  root: 'blocks are not in the log',
  gap: 'between two blocks ticks are missing',
  'body-hash': 'the ticks of a block are not those in the log',
  'body-malformed': 'the ticks of a block cannot be read',
  'summary-malformed': 'a summary of prices cannot be read, or its ends are missing',
  'summary-hash': 'summaries of prices are not those in the log',
  price: 'the log has no such price at that tick',
  'tick-missing': 'the file has no block with its tick',
  'body-missing': 'the file has no ticks of its block',
  unproved: 'there is no deal whose tick could be looked for',
};
const HISTORY: Readonly<Record<HistoryReason, string>> = {
  extends: 'the log goes on from all that was seen of it',
  'key-changed': 'the log is signed by another key than the one that is known',
  'older-malformed': 'a checkpoint that was seen before is none of this log',
  'older-signature': 'a checkpoint that was seen before is not signed by the key of the log',
  'two-roots': 'the operator signed two histories of one length',
  consistency: 'the log does not go on from a checkpoint that was seen before',
  unproved: 'there is no checkpoint that could be compared',
  'first-use': 'this log is seen for the first time; --policy says which key is its own',
  'older-key': 'a checkpoint that is shown as seen before is by a key that is not known here, which proves nothing',
  'no-own-checkpoint': 'nothing was seen of this log before',
  unlinked: 'there is no proof to a checkpoint that was seen; --follow compares with the whole log',
  quorum: 'fewer witnesses signed than the policy asks for',
};
const RULE: Readonly<Record<RuleReason, string>> = {
  kept: 'it was executed at the right tick, with the right money',
  seen: 'its price is older than the one that its owner had seen',
  'stale-price': 'its price had no sign of life for longer than its source may be silent',
  'wrong-tick': 'another tick is the one that its rule says',
  hours: 'the market was closed',
  level: 'its level was not reached',
  'good-till': 'it waited longer than it should',
  victim: 'another position had the largest loss',
  'micro-end': 'another tick is the last before its end',
  void: 'there was a price at its end',
  money: 'profit, fee or margin are not those that its price gives',
  'older-deal': 'it is from before rules were recorded',
  'stops-unsaid': 'it does not say that its other stop, which counted for longer, was looked at too',
  'hours-unknown': 'it names hours that this verifier does not know',
  segment: 'the file lacks a part of the tape that its rule goes by',
  'bodies-gone': 'ticks that its rule goes by are not kept any more',
  unproved: 'there is nothing to recheck by, since promise or price fail',
};
const wordsOf = ({ promise, price, rule, history }: Verdict) =>
  [
    ['Promise', promise, PROMISE[promise.reason]],
    ['Price', price, PRICE[price.reason]],
    ['Rule', rule, RULE[rule.reason]],
    ['History', history, HISTORY[history.reason]],
  ] as const;
const ANSWERS: Readonly<Record<Verdict['rule']['answer'], string>> = { yes: 'yes', no: 'NO', unknown: 'cannot tell' };

/** The last time that a date can be of. */
const TIME_MS_MAX = 8.64e15;
/** A time that a deal names may be none. */
const timeText = (timeMs: number): string => (timeMs <= TIME_MS_MAX ? new Date(timeMs).toISOString() : `${timeMs} ms`);
const dealLine = ({ kind, order, product, side, price, tickSeq, timeMs, uid }: SignedDeal): string =>
  `  ${kind} of order ${order} of user ${uid}: ${side} product ${product}${
    price === undefined ? '' : ` at ${formatDecimal(price)}, tick ${tickSeq}`
  }, ${timeText(timeMs)}`;

/** Control characters, and those that change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the control characters.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** A file's words on a terminal. */
export const plain = (text: string): string => text.replaceAll(CONTROLS, ' ');

/** What a person reads about a file: its colour, its deal, and a line for each answer. */
export function verdictLines(one: FileVerdict): string[] {
  if ('refused' in one) return [`${one.name}: no receipt (${one.refused})`, `  ${plain(one.problem)}`];
  const answers = wordsOf(one.verdict).map(
    ([name, { answer, detail }, words]) =>
      `  ${name.padEnd(7)}  ${ANSWERS[answer].padEnd(11)}  ${words}${answer === 'yes' || !detail ? '' : ` (${plain(detail)})`}`,
  );
  return [`${one.name}: ${one.colour}`, ...(one.deal ? [dealLine(one.deal)] : []), ...answers];
}

/** The same as a line of JSON: `{"file", "colour", "promise": {"answer", "reason"}, …}`, or `{"file", "refused", "problem"}`. */
export function verdictJson(one: FileVerdict): string {
  if ('refused' in one) return JSON.stringify({ file: one.name, refused: one.refused, problem: one.problem });
  const { promise, price, rule, history } = one.verdict;
  return JSON.stringify({ file: one.name, colour: one.colour, origin: one.origin, promise, price, rule, history });
}
