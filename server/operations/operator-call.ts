/** What the operator's command line and the server say to each other. */
import * as v from 'valibot';

export const OPERATOR_PATH = '/operator';
export const OPERATOR_KEY_HEADER = 'x-operator-key';
const WORDS_MAX = 8;

export const OperatorCall = v.object({
  command: v.pipe(v.string(), v.maxLength(40, 'at most 40 characters')),
  words: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(600, 'words of at most 600 characters'))),
    v.maxLength(WORDS_MAX, `at most ${WORDS_MAX} words`),
  ),
  actor: v.pipe(v.string(), v.regex(/^[\w.@ -]{1,60}$/u, 'a name of letters, digits, dots and dashes, at most 60')),
  reason: v.pipe(v.string(), v.regex(/^[^\p{Cc}]{0,300}$/u, 'one line of at most 300 characters')),
});
/** `actor`: who asks; `reason`: why, of every change. */
export type OperatorCall = v.InferOutput<typeof OperatorCall>;

/** `isGood` false ends the command line with exit code 1. */
export type Answer = { readonly isGood: boolean; readonly lines: readonly string[] };
