import type { Signal } from '@preact/signals';
import { CREDENTIAL_LOCK_HOURS } from '#domain/credential-lock.ts';
import { phoneDigits } from '#domain/credentials.ts';
import type { AccountKind } from '#domain/registration.ts';
import { type CodeTarget, setAddress } from '#rest/credentials.ts';
import { AccountFields } from '../../credentials/account-fields.tsx';
import { NO_NAME } from '../../credentials/account-name.ts';
import { areaOfNumber } from '../../credentials/area-choice.ts';
import { useAreas } from '../../credentials/areas.ts';
import { CodeField } from '../../credentials/code-field.tsx';
import { CredentialForm } from '../../credentials/credential-form.tsx';
import { CurrentField } from '../../credentials/current-field.tsx';
import { FactorField, factorRefused, hasFactor } from '../../credentials/factor-field.tsx';
import { lockText } from '../../credentials/lock-text.ts';
import { refusedField } from '../../credentials/refused-field.ts';
import { type Form, useForm } from '../../credentials/use-form.ts';
import { Sheet } from '../../kit/sheet.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { restoreSession } from '../../state/session.ts';
import { type AddressField, addressProblems } from './address-form.ts';
import { readSecurityAgain } from './security-lists.ts';

type AddressSheetProps = { open: Signal<boolean>; kind: AccountKind; isFirst: boolean };

/** Another e-mail address or number, or the first one of its kind. */
export function AddressSheet({ open, kind, isFirst }: AddressSheetProps) {
  const title = t(`security:${kind}.${isFirst ? 'add' : 'change'}`);
  return (
    <Sheet open={open} title={title} closeLabel={t('shell:close')}>
      <AddressForm kind={kind} isFirst={isFirst} title={title} onDone={() => (open.value = false)} />
    </Sheet>
  );
}

type AddressFormProps = Omit<AddressSheetProps, 'open'> & { title: string; onDone: () => void };

function AddressForm({ kind, isFirst, title, onDone }: AddressFormProps) {
  const areas = useAreas(kind === 'phone');
  const typed = ({ email, number, area }: { email: string; number: string; area: string }): CodeTarget =>
    kind === 'email'
      ? { kind, to: email.trim(), areaId: '' }
      : { kind, to: phoneDigits(number) ?? '', areaId: String(areaOfNumber(areas.data.peek(), area)?.id ?? '') };
  const form: Form<AddressField> = useForm<AddressField, number | undefined>({
    start: { ...NO_NAME, area: '', code: '', current: '', factor: '' },
    problems: (values) => addressProblems(values, { kind, hasFactor: hasFactor() }),
    async send({ code, current, factor, ...address }) {
      const until = await setAddress(request, typed(address), { code: code.trim(), password: current, factor: factor.trim() });
      // What the screen behind says of it moves its rows: while the sheet lies over them.
      await Promise.all([restoreSession(), readSecurityAgain()]);
      return until;
    },
    onDone(lockedUntilMs) {
      toast(t(`security:${kind}.done`), 'good', { detail: lockText(lockedUntilMs) });
      onDone();
    },
    onRefused(error) {
      const refused = refusedField('address', error);
      factorRefused(form, error);
      const field = fieldOf(kind, refused);
      return { field, text: field === 'current' ? t('register:current.wrong') : undefined };
    },
  });
  const name = kind === 'email' ? 'email' : 'number';
  const target = () => {
    if (!form.check(name)) return undefined;
    const { email, number, area } = form.values;
    return typed({ email: email.peek(), number: number.peek(), area: area.peek() });
  };
  return (
    <CredentialForm form={form} label={title} submit={t('security:save')}>
      <p class="credential-note">
        {t(isFirst ? 'security:address.detail-first' : 'security:address.detail', { hours: CREDENTIAL_LOCK_HOURS })}
      </p>
      <AccountFields form={form} kinds={[kind]} isNew />
      <CodeField<AddressField> form={form} purpose="address" kind={kind} target={target} fieldOf={() => name} />
      <CurrentField form={form} />
      <FactorField form={form} />
    </CredentialForm>
  );
}

function fieldOf(kind: AccountKind, refused: ReturnType<typeof refusedField>): AddressField | undefined {
  if (refused === 'account' || refused === 'area') return kind === 'email' ? 'email' : 'number';
  if (refused === 'factor' && !hasFactor()) return undefined;
  return (['code', 'current', 'factor'] as const).find((field) => field === refused);
}
