/** The registration on screen: its form, what it is proved by, who somebody says they are, and the sending. */
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { phoneDigits } from '#domain/credentials.ts';
import type { AccountKind } from '#domain/registration.ts';
import { ERROR } from '#protocol/errors.ts';
import { type CodeTarget, register } from '#rest/credentials.ts';
import { kindOf } from '../../credentials/account-name.ts';
import { areaOfNumber } from '../../credentials/area-choice.ts';
import { useAreas } from '../../credentials/areas.ts';
import { nameFieldOf, refusedField } from '../../credentials/refused-field.ts';
import { keepTypedEmail, rememberTypedEmail } from '../../credentials/typed-email.ts';
import { type Form, type Refused, useForm } from '../../credentials/use-form.ts';
import {
  checkOptional,
  clearPhotos,
  createIdentityInput,
  type IdentityInput,
  putRefusal,
  registeredFields,
} from '../../identity/identity-form.ts';
import { keepInput, keptInput } from '../../identity/send-application.ts';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { refusalCode } from '../../requests/refusal.ts';
import { request } from '../../requests/request.ts';
import { putPageHead } from '../../security/page-head.ts';
import { loadHoldLine } from '../../shell/hold-line.tsx';
import { enterBy, knownDevice } from '../../state/session.ts';
import { flag } from '../../state/site.ts';
import { isDemo } from '../../state/user.ts';
import { type HumanCheck, useHumanCheck } from './check/human-check.ts';
import { emptyRegister, type RegisterField, type RegisterRules, registerProblems, registrationOf, shownFields } from './register-form.ts';

type Registering = {
  readonly form: Form<RegisterField>;
  readonly check: HumanCheck;
  readonly identity: IdentityInput;
  /** The address that is typed has an account. */
  readonly isTaken: ReadonlySignal<boolean>;
  /** Where a code would go; `undefined` once the form has said why it can go nowhere. */
  codeTarget(): CodeTarget | undefined;
};

/** Pages that receive who is new (`shell/welcome-card.tsx`). */
const RECEIVING: readonly string[] = [PATHS.home, PATHS.account];

export function useRegister(rules: RegisterRules, invited: string | undefined): Registering {
  const identity = useHeldIdentity();
  const isTaken = useSignal(false);
  // What receives them is here by then, and pushes nothing down.
  useEffect(() => void loadHoldLine().catch(() => undefined), []);
  const leadsTo = (useLocation().query.from ?? PATHS.home).split('?')[0] ?? '';
  const form: Form<RegisterField> = useForm<RegisterField, boolean>({
    start: emptyRegister(invited),
    problems: (values) => registerProblems(values, rules),
    checkParts: () => !rules.hasIdentity || checkOptional(identity, Date.now()),
    async send(values) {
      const said = registeredFields(identity);
      const reply = await register(
        request,
        { ...registrationOf(values, rules, { area: area(), proofId: check.state.peek().id, identity: said }), ...knownDevice() },
        { silent: true },
      );
      const { token, user } = reply ?? {};
      if (!token || !user) return false;
      // Its balance is another one, and the play money is not gone.
      const hadDemo = isDemo.peek() && flag('is_mock_login');
      putPageHead(user.uid, { isNew: true, hadDemo });
      // Where the next steps are said that it is open is said with them.
      if (!RECEIVING.includes(leadsTo)) toast(t('register:done'), 'good', hadDemo ? { detail: t('register:done.demo') } : {});
      const sendPhotos = rules.hasIdentity && said ? keepInput(user.uid, identity) : undefined;
      if (kind() === 'email') {
        keepTypedEmail(values.email);
        rememberTypedEmail();
      }
      enterBy({ ...reply, token, user });
      void sendPhotos?.();
      return true;
    },
    onDone(isIn) {
      if (!isIn) goToLogin();
    },
    onRefused(error) {
      // A picture is good for one try, whatever became of it.
      if (rules.proof === 'captcha') check.renew();
      isTaken.value = refusalCode(error) === ERROR.accountExists;
      if (isTaken.peek()) keepTypedEmail(form.values.email.peek());
      if (rules.hasIdentity && putRefusal(identity, error)) return { isSaid: true };
      return refusedAt(rules, kind(), error);
    },
  });
  const { kind: kindValue, email, number } = form.values;
  const name = kindValue.value + email.value + number.value;
  useEffect(() => {
    isTaken.value = false;
  }, [name]);
  const check = useHumanCheck(form.values.code, rules.proof === 'captcha');
  const kind = () => kindOf(rules.kinds, form.values.kind.value);
  const areas = useAreas().data;
  const area = () => areaOfNumber(areas.peek(), form.values.area.peek());
  return {
    ...{ form, check, identity, isTaken },
    codeTarget() {
      if (kind() === 'email') {
        const isFine = form.check('email', 'country');
        return isFine ? { kind: 'email', to: form.values.email.peek().trim(), areaId: form.values.country.peek() } : undefined;
      }
      const isFine = form.check('number');
      const to = phoneDigits(form.values.number.peek());
      return isFine && to !== undefined ? { kind: 'phone', to, areaId: String(area()?.id ?? '') } : undefined;
    },
  };
}

/** What is said of an identity before there is an account: photos wait. What nobody sends is forgotten with the screen. */
function useHeldIdentity(): IdentityInput {
  const input = useMemo(() => createIdentityInput(undefined, true), []);
  useEffect(
    () => () => {
      if (keptInput() !== input) clearPhotos(input);
    },
    [],
  );
  return input;
}

/** A server that does not log in with the registration (decision D1.2.08). */
function goToLogin(): void {
  toast(t('register:done.login'), 'good');
  navigate(PATHS.login, true);
}

/** At its field where that is shown, else above the form. */
function refusedAt(rules: RegisterRules, kind: AccountKind, error: unknown): Refused<RegisterField> {
  const field = refusedField('register', error);
  const asked = field === 'account' || field === 'area' ? nameFieldOf(kind, field) : field;
  return { field: shownFields(rules, kind).find((shown) => shown === asked) };
}
