/** What is typed to say again who one is, and what the server said against it. */
import { type Signal, useSignal } from '@preact/signals';
import { CREDENTIAL_ERROR, ERROR } from '#protocol/errors.ts';
import type { Reauth } from '#rest/security.ts';
import { t } from '../../language/i18n.ts';
import { isFactorLeft } from '../../requests/factor-left.ts';
import { refusalCode, refusalText } from '../../requests/refusal.ts';
import { whenBack } from '../../requests/when-back.ts';
import { passkeyProblem } from '../../security/web-authn.ts';

type Problems = { password?: string; factor?: string; other?: string };
export type ReauthState = {
  readonly password: Signal<string>;
  readonly factor: Signal<string>;
  readonly problems: Signal<Problems>;
  readonly isBusy: Signal<boolean>;
  /** Says what is missing at its field; true when nothing is. What asks a question first asks it after this. */
  check(): boolean;
  /** Runs an act with what was typed; what refuses it is said at its field. True when it is done. */
  prove(act: (reauth: Reauth) => Promise<unknown>): Promise<boolean>;
};

const FACTOR_CODES: readonly (number | string)[] = [CREDENTIAL_ERROR.factorNeeded, CREDENTIAL_ERROR.factorWrong];

function problemsOf(error: unknown): Problems {
  const code = refusalCode(error);
  const key = passkeyProblem(error);
  const text = key ? t(key) : refusalText(error);
  if (code === ERROR.passwordWrong) return { password: t('security:password.wrong') };
  return FACTOR_CODES.includes(code) ? { factor: text } : { other: text };
}

/** `hasFactor`: a code of the second factor is asked for too. */
export function useReauth(hasFactor: boolean): ReauthState {
  const password = useSignal('');
  const factor = useSignal('');
  const problems = useSignal<Problems>({});
  const isBusy = useSignal(false);
  const check = () => {
    problems.value = {
      ...(password.peek() === '' ? { password: t('security:password.needed') } : {}),
      ...(hasFactor && factor.peek().trim() === '' ? { factor: t('security:code.needed') } : {}),
    };
    return Object.keys(problems.peek()).length === 0;
  };
  return {
    ...{ password, factor, problems, isBusy, check },
    async prove(act) {
      if (isBusy.peek() || !check()) return false;
      isBusy.value = true;
      try {
        await act({ password: password.peek(), factor: factor.peek().trim() });
        password.value = '';
        factor.value = '';
        return true;
      } catch (error) {
        problems.value = problemsOf(error);
        whenBack(error, () => (problems.value = {}));
        if (!isFactorLeft(error)) factor.value = '';
        return false;
      } finally {
        isBusy.value = false;
      }
    },
  };
}
