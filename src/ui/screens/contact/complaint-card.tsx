import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { useId } from 'preact/hooks';
import { COMPLAINT_LENGTH_MAX, tidyComplaint } from '#domain/complaint.ts';
import { EMAIL_LENGTH_MAX } from '#domain/credentials.ts';
import { refusedComplaintField } from '#protocol/company-wire.ts';
import { CallError } from '#rest/call-error.ts';
import { complain } from '#rest/complaint.ts';
import { CredentialForm } from '../../credentials/credential-form.tsx';
import { type Form, useForm } from '../../credentials/use-form.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Field, FieldFrame } from '../../kit/field.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { user } from '../../state/user.ts';
import { type ComplaintField, complaintProblems } from './complaint-form.ts';

/** Something to complain of: what is sent has a number, by which it can be asked for. */
export function ComplaintCard() {
  const caseNumber = useSignal<string | undefined>(undefined);
  return (
    <Card label={t('company:complaint')}>
      <div class="contact-complaint">
        <h2>{t('company:complaint')}</h2>
        {caseNumber.value === undefined ? (
          <ComplaintForm onDone={(number) => (caseNumber.value = number)} />
        ) : (
          <>
            <Banner role="status">
              {t('company:complaint.done')}{' '}
              {caseNumber.value && <b class="num">{t('company:complaint.case', { number: caseNumber.value })}</b>}
            </Banner>
            <Button onClick={() => (caseNumber.value = undefined)}>{t('company:complaint.again')}</Button>
          </>
        )}
      </div>
    </Card>
  );
}

function ComplaintForm({ onDone }: { onDone: (caseNumber: string) => void }) {
  const form: Form<ComplaintField> = useForm<ComplaintField, string>({
    start: { email: '', content: '' },
    problems: complaintProblems,
    send: ({ email, content }) => complain(request, { email: email.trim(), content: tidyComplaint(content) }, { silent: true }),
    onDone,
    onRefused: (error) => ({ field: error instanceof CallError ? refusedComplaintField(error.data) : undefined }),
  });
  // At a start who is logged in becomes known later; what was typed meanwhile stays.
  useSignalEffect(() => {
    if (user.value?.email && form.values.email.peek() === '') form.values.email.value = user.value.email;
  });
  return (
    <CredentialForm form={form} label={t('company:complaint')} submit={t('company:complaint.send')}>
      <Field
        label={t('company:complaint.email')}
        name="email"
        type="email"
        value={form.values.email}
        autoComplete="email"
        enterKeyHint="next"
        maxLength={EMAIL_LENGTH_MAX}
        problem={form.problem('email')}
      />
      <TextArea label={t('company:complaint.content')} value={form.values.content} problem={form.problem('content')} />
    </CredentialForm>
  );
}

type TextAreaProps = { label: string; value: Signal<string>; problem: string | undefined };

/** What is too long is said and not cut: nobody loses the end of what they wrote. */
function TextArea({ label, value, problem }: TextAreaProps) {
  const id = useId();
  const length = tidyComplaint(value.value).length;
  return (
    <FieldFrame id={id} label={label} problem={problem} hint={t('company:complaint.length', { length, most: COMPLAINT_LENGTH_MAX })}>
      <div class="field-box" data-invalid={problem ? '' : undefined}>
        <textarea
          id={id}
          name="content"
          rows={6}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          value={value.value}
          onInput={(event) => (value.value = event.currentTarget.value)}
        />
      </div>
    </FieldFrame>
  );
}
