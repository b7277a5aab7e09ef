/** What became of a code of the second factor that went with a call which failed. */
import { CREDENTIAL_ERROR } from '#protocol/errors.ts';
import { ASKED_TOO_OFTEN } from '#rest/retry-after.ts';
import { refusalCode } from './refusal.ts';

const ABOUT_IT: readonly (number | string)[] = [CREDENTIAL_ERROR.factorNeeded, CREDENTIAL_ERROR.factorWrong];

/** True where it was itself refused. */
export const isFactorRefused = (error: unknown): boolean => ABOUT_IT.includes(refusalCode(error));

/** True after a refusal of anything else: the server spends a code last (decision D9.427). Without an answer nobody knows. */
export const isFactorLeft = (error: unknown): boolean => {
  const code = refusalCode(error);
  return (typeof code === 'number' && !isFactorRefused(error)) || code === ASKED_TOO_OFTEN;
};
