/** The words for what a check came to. Codes that are not told apart here have the sentence of their question and answer. */
import type { Answers, Reason } from '#domain/tape/verdict.ts';
import { type Key, t } from '../language/i18n.ts';

/** Codes of which the sentence of their question and answer says all. */
type Plain = Extract<
  Reason,
  | 'signed'
  | 'keys-signature'
  | 'deal-malformed'
  | 'deal-signature'
  | 'other-origin'
  | 'other-deal'
  | 'logged'
  | 'checkpoint-malformed'
  | 'checkpoint-signature'
  | 'run-malformed'
  | 'entry-malformed'
  | 'root'
  | 'gap'
  | 'body-hash'
  | 'body-malformed'
  | 'summary-malformed'
  | 'summary-hash'
  | 'price'
  | 'tick-missing'
  | 'extends'
  | 'older-malformed'
  | 'older-signature'
  | 'no-own-checkpoint'
  | 'quorum'
  | 'kept'
>;
/** Codes that say more than yes, "cannot tell" or no. */
const REASONS = {
  'key-changed': 'receipt:why.key-changed',
  'older-deal': 'receipt:why.older-deal',
  'stops-unsaid': 'receipt:why.stops-unsaid',
  'bodies-gone': 'receipt:why.bodies-gone',
  segment: 'receipt:why.segment',
  'wrong-tick': 'receipt:why.wrong-tick',
  'stale-price': 'receipt:why.stale-price',
  level: 'receipt:why.level',
  victim: 'receipt:why.victim',
  hours: 'receipt:why.hours',
  'hours-unknown': 'receipt:why.hours-unknown',
  'good-till': 'receipt:why.good-till',
  'micro-end': 'receipt:why.micro-end',
  void: 'receipt:why.void',
  unproved: 'receipt:why.unproved',
  'keys-missing': 'receipt:why.keys-missing',
  'body-missing': 'receipt:why.bodies-gone',
  'no-price': 'receipt:why.no-price',
  'older-key': 'receipt:why.older-key',
  unlinked: 'receipt:why.unlinked',
  consistency: 'receipt:why.consistency',
  money: 'receipt:why.money',
  seen: 'receipt:why.seen',
  'first-use': 'receipt:why.first-use',
  'before-pin': 'receipt:why.before-pin',
  behind: 'receipt:why.behind',
  shrunk: 'receipt:why.shrunk',
  'two-roots': 'receipt:why.two-roots',
  'two-deals': 'receipt:why.two-deals',
} as const satisfies Record<Exclude<Reason, Plain>, Key>;

/** In this order. */
export const QUESTIONS = ['promise', 'price', 'rule', 'history'] as const satisfies readonly (keyof Answers)[];
export type Question = (typeof QUESTIONS)[number];

/** The sentence under an answer; a verdict of an earlier version may have a code that is no more. */
export const sentenceText = (question: Question, { answer, reason }: Answers[Question]): string =>
  t(reason in REASONS ? REASONS[reason as keyof typeof REASONS] : `receipt:${question}.${answer}`);
