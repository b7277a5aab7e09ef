import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { IDENTITY_ERROR } from '#protocol/identity-error.ts';
import type { Identity } from '#protocol/identity-wire.ts';
import type { DraftOwner } from '../../identity/identity-draft.ts';
import { IdentityFields } from '../../identity/identity-fields.tsx';
import { checkIdentity, isSendingPhoto, putRefusal } from '../../identity/identity-form.ts';
import { sendApplication } from '../../identity/send-application.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { t } from '../../language/i18n.ts';
import { refusalCode, refusalText } from '../../requests/refusal.ts';
import { invalidate } from '../../state/query.ts';
import { useKeptInput } from './use-kept-input.ts';

type ApplicationProps = { identity: Identity; owner: DraftOwner };

/** The form: empty, as it was filled in with the registration, as it was rejected, or as it was left before it was sent. */
export function IdentityApplication({ identity, owner }: ApplicationProps) {
  const isRejected = identity.state === 'rejected';
  const { input, wasKept, startAnew } = useKeptInput(isRejected ? identity.form : undefined, owner);
  const refusal = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  // What is said above the button must not push the button off the screen.
  useEffect(() => {
    if (refusal.value !== undefined) foot.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal.value]);

  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.peek() || isSendingPhoto(input)) return;
    refusal.value = undefined;
    if (!checkIdentity(input, Date.now())) return showFirstProblem(form.current);
    isBusy.value = true;
    try {
      if (!(await sendApplication(input))) showFirstProblem(form.current);
    } catch (error) {
      if (refusalCode(error) === IDENTITY_ERROR.identityStands) await invalidate('identity');
      else if (putRefusal(input, error)) showFirstProblem(form.current);
      else refusal.value = refusalText(error);
    } finally {
      isBusy.value = false;
    }
  };

  return (
    <>
      {isRejected ? (
        <Banner tone="bad" role="alert">
          {t('identity:rejected', { reason: identity.reason })}
        </Banner>
      ) : (
        <p class="identity-why">{t('identity:why')}</p>
      )}
      {wasKept.value && (
        <Banner
          action={
            <Button kind="quiet" size="short" onClick={startAnew}>
              {t('identity:draft.clear')}
            </Button>
          }
        >
          {t('identity:draft.kept')}
        </Banner>
      )}
      <Card>
        <form ref={form} noValidate onSubmit={submit} aria-label={t('identity:title')}>
          <p class="identity-all">{t(isRejected ? 'identity:rejected.photos' : 'identity:all')}</p>
          <IdentityFields input={input} />
          <p class="identity-kept">{t('identity:kept')}</p>
          <div ref={foot} class="identity-send">
            {refusal.value && (
              <Banner tone="bad" role="alert">
                {refusal.value}
              </Banner>
            )}
            <Button type="submit" kind="primary" size="tall" busy={isBusy.value} disabled={isSendingPhoto(input)}>
              {t(isBusy.value ? 'identity:sending' : isRejected ? 'identity:send-again' : 'identity:send')}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}

/** Once the messages stand, the first field that has one is where the person goes on. */
function showFirstProblem(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
