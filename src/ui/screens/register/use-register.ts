/** The registration on screen: its form, what it is proved by, and the sending. */
import { phoneDigits } from '#domain/credentials.ts';
import type { AccountKind } from '#domain/registration.ts';
import { type CodeTarget, register } from '#rest/credentials.ts';
import { kindOf } from '../../credentials/account-name.ts';
import { areaOfNumber } from '../../credentials/area-choice.ts';
import { useAreas } from '../../credentials/areas.ts';
import { nameFieldOf, refusedField } from '../../credentials/refused-field.ts';
import { type Form, type Refused, useForm } from '../../credentials/use-form.ts';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { request } from '../../requests/request.ts';
import { enterBy, knownDevice } from '../../state/session.ts';
import { type HumanCheck, useHumanCheck } from './check/human-check.ts';
import { emptyRegister, type RegisterField, type RegisterRules, registerProblems, registrationOf, shownFields } from './register-form.ts';

type Registering = {
  readonly form: Form<RegisterField>;
  readonly check: HumanCheck;
  /** Where a code would go; `undefined` once the form has said why it can go nowhere. */
  codeTarget(): CodeTarget | undefined;
};

export function useRegister(rules: RegisterRules, invited: string | undefined): Registering {
  const form: Form<RegisterField> = useForm<RegisterField, boolean>({
    start: emptyRegister(invited),
    problems: (values) => registerProblems(values, rules),
    async send(values) {
      const reply = await register(
        request,
        { ...registrationOf(values, rules, { area: area(), proofId: check.state.peek().id }), ...knownDevice() },
        { silent: true },
      );
      const { token, user } = reply ?? {};
      if (!token || !user) return false;
      toast(t('register:done'), 'good');
      enterBy({ ...reply, token, user });
      return true;
    },
    onDone(isIn) {
      if (!isIn) goToLogin();
    },
    onRefused(error) {
      // A picture is good for one try, whatever became of it.
      if (rules.proof === 'captcha') check.renew();
      return refusedAt(rules, kind(), error);
    },
  });
  const check = useHumanCheck(form.values.code, rules.proof === 'captcha');
  const kind = () => kindOf(rules.kinds, form.values.kind.value);
  const areas = useAreas().data;
  const area = () => areaOfNumber(areas.peek(), form.values.area.peek());
  return {
    form,
    check,
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
