/** What a service answers: a code of the envelope, a message that the envelope writer translates, and data. Never an exception for what may rightly fail. */
import { CREDENTIAL_ERROR, ERROR, type FieldProblem, MICRO_ERROR } from '#protocol/errors.ts';
import { IDENTITY_ERROR } from '#protocol/identity-error.ts';
import type { NumberedBalances } from '#protocol/rest/numbered-balances.ts';

export type Outcome<T = unknown> = {
  readonly code: number;
  /** Key in `server/seed/messages/<lang>.json`. */
  readonly message: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly data: T | null;
  /** Where the person's events stood when a money call was done, where the caller asked for it. */
  readonly outbox?: NumberedBalances;
};

/** A success with its message key. */
export const done = <T>(data: T, message = 'ok', params?: Record<string, string>): Outcome<T> => ({
  code: ERROR.ok,
  message,
  data,
  ...(params ? { params } : {}),
});

/** Every code by its name. */
const CODES = { ...ERROR, ...MICRO_ERROR, ...CREDENTIAL_ERROR, ...IDENTITY_ERROR } as const;
type ErrorName = keyof typeof CODES;

/** A refusal: the message key is the error's name unless a narrower one is given. */
export const refused = (name: ErrorName, params?: Record<string, string>, message: string = name): Outcome<never> => ({
  code: CODES[name],
  message,
  data: null,
  ...(params ? { params } : {}),
});

/** Code 1001 with the field, what it got and what is allowed. */
export const invalidField = (problem: FieldProblem): Outcome<FieldProblem> => ({
  code: ERROR.invalidField,
  message: 'invalidField',
  params: { field: problem.field, value: problem.value, allowed: problem.allowed },
  data: { ...problem, value: problem.value.slice(0, 64) },
});

/** A refusal with a code of its own that is about a field: the same data as 1001 has. */
export const refusedField = (name: ErrorName, problem: FieldProblem, message: string = name): Outcome<never> =>
  ({ ...invalidField(problem), code: CODES[name], message }) as Outcome<never>;

/** Codes whose data says how orders stand. */
const TELLS_ORDERS: readonly number[] = [ERROR.ok, ERROR.wrongOrderState];

/** True for an outcome beside which it is worth knowing where the person's events stood. */
export const tellsOrders = (outcome: Outcome): boolean => TELLS_ORDERS.includes(outcome.code);

/** The outcome with that beside its data, for who asked for it. */
export const withOutboxInData = (outcome: Outcome): Outcome =>
  outcome.outbox && tellsOrders(outcome) ? { ...outcome, data: { ...(outcome.data as object | null), outbox: outcome.outbox } } : outcome;
