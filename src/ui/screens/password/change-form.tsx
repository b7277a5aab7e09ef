import { useSignal } from '@preact/signals';
import type { UserRow } from '#protocol/rest/user.ts';
import { changePassword } from '#rest/credentials.ts';
import { bareNumber } from '../../credentials/area-choice.ts';
import { useAreas } from '../../credentials/areas.ts';
import { CodeField } from '../../credentials/code-field.tsx';
import { CredentialForm } from '../../credentials/credential-form.tsx';
import { CurrentField } from '../../credentials/current-field.tsx';
import { FactorField, factorRefused, hasFactor } from '../../credentials/factor-field.tsx';
import { lockText } from '../../credentials/lock-text.ts';
import { PasswordFields } from '../../credentials/password-fields.tsx';
import { refusedField } from '../../credentials/refused-field.ts';
import { type Form, useForm } from '../../credentials/use-form.ts';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { goBack } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { request } from '../../requests/request.ts';
import { flag } from '../../state/site.ts';
import { type ChangeField, changeProblems, EMPTY_CHANGE } from './password-form.ts';

/** Of who is logged in; all their other sessions end with it. */
export function ChangeForm({ who }: { who: UserRow }) {
  const hasCode = flag('is_reset_password_verify');
  const isDone = useSignal(false);
  const kind = who.email === '' ? 'phone' : 'email';
  const form: Form<ChangeField> = useForm<ChangeField, number | undefined>({
    start: EMPTY_CHANGE,
    problems: (values) => changeProblems(values, { account: who.email, hasCode, hasFactor: hasFactor() }),
    send: ({ password, current, code, factor }) =>
      changePassword(request, { kind, password, current, code: code.trim(), factor: factor.trim() }, { silent: true }),
    onDone(lockedUntilMs) {
      // Old, new and the code that is used up stand nowhere any more, wherever Back leads.
      form.clear();
      isDone.value = true;
      toast(t('register:change.done'), 'good', { detail: lockText(lockedUntilMs) });
      goBack();
    },
    onRefused(error) {
      const refused = refusedField('amend', error);
      factorRefused(form, error);
      const field = fieldOf(refused, hasCode);
      return { field, text: field === 'current' ? t('register:current.wrong') : undefined };
    },
  });
  const isEmpty = ([form.values.current, form.values.password, form.values.repeat] as const).every(({ value }) => value === '');
  const areas = useAreas(hasCode && kind === 'phone');
  const target = () => {
    const area = areas.data.peek()?.find(({ id }) => id === who.area_id);
    return { kind, to: who.email || bareNumber(who.mobile, area), areaId: String(who.area_id) } as const;
  };
  return (
    <CredentialForm form={form} label={t('register:change.title')} submit={t('register:change.submit')} isOff={isDone.value && isEmpty}>
      <CurrentField form={form} />
      <PasswordFields form={form} label={t('register:password.new')} />
      <FactorField form={form} />
      {hasCode && <CodeField<ChangeField> form={form} purpose="change" kind={kind} target={target} fieldOf={() => 'code'} />}
      {isDone.value && isEmpty && (
        <p class="credential-note">
          {t('register:change.done')} <a href={`#${PATHS.security}`}>{t('account:security')}</a>
        </p>
      )}
    </CredentialForm>
  );
}

const fieldOf = (refused: ReturnType<typeof refusedField>, hasCode: boolean): ChangeField | undefined =>
  (refused === 'code' && !hasCode) || (refused === 'factor' && !hasFactor())
    ? undefined
    : (['current', 'password', 'repeat', 'code', 'factor'] as const).find((field) => field === refused);
