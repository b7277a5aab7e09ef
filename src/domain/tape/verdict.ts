/**
 * The four answers that a receipt gives, each with the reason as a code: the first check that failed, in the order in which they are listed
 * here. Any no makes it red, four yes green. Whoever writes another verifier of receipts comes to the same codes.
 */

/** Of what the operator promised: that it signed this deal. */
const PROMISE = {
  signed: 'yes',
  /** Signed by a log or receipts key other than the pinned one, and nothing by the pinned one says so. */
  'key-changed': 'no',
  /** `keys` does not hold what it should, or is not by the log's key. */
  'keys-signature': 'no',
  'deal-malformed': 'no',
  'deal-signature': 'no',
  'other-origin': 'no',
  /** It is signed, but not the deal that was asked about. */
  'other-deal': 'no',
  /** Nothing by the log's key says that the receipts key is the operator's. */
  'keys-missing': 'unknown',
} as const;

/** Of the tick of its price: that it is in the log. */
const PRICE = {
  logged: 'yes',
  /** A deal without a price, such as a void micro trade: what it goes by is in the log. */
  'no-price': 'yes',
  'key-changed': 'no',
  'checkpoint-malformed': 'no',
  'checkpoint-signature': 'no',
  'other-origin': 'no',
  'run-malformed': 'no',
  'entry-malformed': 'no',
  root: 'no',
  /** Blocks that follow each other whose ticks do not. */
  gap: 'no',
  'body-hash': 'no',
  'body-malformed': 'no',
  'summary-malformed': 'no',
  'summary-hash': 'no',
  /** There is no such tick of this product at this price. */
  price: 'no',
  /** The file has no block with the tick. */
  'tick-missing': 'unknown',
  'body-missing': 'unknown',
  /** What was signed is not readable, so nobody knows which tick to look for. */
  unproved: 'unknown',
} as const;

/** Of what the log extends: all that this device saw. */
const HISTORY = {
  extends: 'yes',
  'key-changed': 'no',
  /** A checkpoint that is shown as seen before is none of this log, or a key that is known has not signed what stands there under its name. */
  'older-malformed': 'no',
  'older-signature': 'no',
  /** Two roots of one size: the operator signed two histories. */
  'two-roots': 'no',
  consistency: 'no',
  /** Nothing was signed that could extend anything. */
  unproved: 'unknown',
  /** No pin: this is the first receipt of this log here. */
  'first-use': 'unknown',
  /** One that is shown as seen before is by a key that nobody here knows: it proves nothing, of anybody. */
  'older-key': 'unknown',
  'no-own-checkpoint': 'unknown',
  /** No proof was given between a checkpoint of one's own and this one. */
  unlinked: 'unknown',
  /** Fewer witnesses signed than the policy wants. */
  quorum: 'unknown',
} as const;

/** Of the right tick and the right money, by the tape: rechecked where Promise and Price leave something to recheck by. */
const RULE = {
  kept: 'yes',
  /** The price was older than the one that its owner had seen when they pressed. */
  seen: 'no',
  /** A time without life of the product before it, or none at all. */
  'stale-price': 'no',
  /** Another tick is the one that the rule says. */
  'wrong-tick': 'no',
  /** While the market was closed. */
  hours: 'no',
  /** A price, or a margin level, that was not reached. */
  level: 'no',
  /** It waited longer than it should. */
  'good-till': 'no',
  /** Another position had the largest loss. */
  victim: 'no',
  /** Another tick is the last before the end of a micro trade. */
  'micro-end': 'no',
  /** A micro trade that had a price at its end. */
  void: 'no',
  money: 'no',
  'older-deal': 'unknown',
  /** A close by a stop that does not say that the other one, which counted for longer, was to be looked at since then. */
  'stops-unsaid': 'unknown',
  /** A calendar that this verifier does not know. */
  'hours-unknown': 'unknown',
  /** The file lacks a part of the tape that the rule is rechecked by. */
  segment: 'unknown',
  /** The price was near enough in blocks whose ticks are not kept any more. */
  'bodies-gone': 'unknown',
  unproved: 'unknown',
} as const;

/** What each question is answered with. */
export type AnswerWord = 'yes' | 'no' | 'unknown';
/** An answer by its reason. */
export type Answered<Word extends AnswerWord, Reason extends string> = { readonly answer: Word; readonly reason: Reason };
/** `detail`: which block, tick or field it was, in words; not part of what verifiers agree on. */
type Answer<Reason extends string> = Answered<AnswerWord, Reason> & { readonly detail?: string };
type Detailed<Reason extends string> = { readonly reason: Reason; readonly detail: string };
export type PriceReason = keyof typeof PRICE;
export type PromiseReason = keyof typeof PROMISE;
export type RuleReason = keyof typeof RULE;
export type HistoryReason = keyof typeof HISTORY;
export type Verdict = {
  readonly promise: Answer<PromiseReason>;
  readonly price: Answer<PriceReason>;
  readonly rule: Answer<RuleReason>;
  readonly history: Answer<HistoryReason>;
};

/**
 * What only a device can say that was there before. `shrunk`, `behind`: the server shows less of the log than it saw, for long or just now;
 * `before-pin`: the fill is older than all that it saw.
 */
export type DeviceReason = 'shrunk' | 'behind' | 'before-pin';
/** The same, with reasons of the device's own where it has more to go by than a file. `two-deals`: another deal was signed under this number before. */
export type Answers = Omit<Verdict, 'promise' | 'history'> & {
  readonly promise: Answer<PromiseReason | 'two-deals'>;
  readonly history: Answer<HistoryReason | DeviceReason>;
};
export type Reason = Answers[keyof Answers]['reason'];

const answered = <Reason extends string>(
  answers: Readonly<Record<Reason, Answer<Reason>['answer']>>,
  { reason, detail }: Detailed<Reason>,
): Answer<Reason> => ({ answer: answers[reason], reason, ...(detail && { detail }) });

export const promised = (reason: PromiseReason, detail = ''): Verdict['promise'] => answered(PROMISE, { reason, detail });
export const priced = (reason: PriceReason, detail = ''): Verdict['price'] => answered(PRICE, { reason, detail });
export const ruled = (reason: RuleReason, detail = ''): Verdict['rule'] => answered(RULE, { reason, detail });
export const remembered = (reason: HistoryReason, detail = ''): Verdict['history'] => answered(HISTORY, { reason, detail });

/** Green: four yes. Red: any no. Amber: any other. */
export function verdictColour({ promise, price, rule, history }: Answers): 'green' | 'amber' | 'red' {
  const answers = [promise, price, rule, history].map(({ answer }) => answer);
  if (answers.includes('no')) return 'red';
  return answers.every((answer) => answer === 'yes') ? 'green' : 'amber';
}
