import { useEffect, useRef } from 'preact/hooks';
import type { Identity } from '#protocol/identity-wire.ts';
import type { DraftOwner } from '../../identity/identity-draft.ts';
import { IdentityFields } from '../../identity/identity-fields.tsx';
import { isSendingPhoto } from '../../identity/identity-form.ts';
import { IDENTITY_STEPS, type IdentityStep } from '../../identity/identity-steps.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { t } from '../../language/i18n.ts';
import { setting } from '../../state/site.ts';
import { user } from '../../state/user.ts';
import { useApplication } from './use-application.ts';
import { useKeptInput } from './use-kept-input.ts';

type ApplicationProps = { identity: Identity; owner: DraftOwner };

/** The form in three steps: empty, as it was filled in with the registration, as it was rejected, or as it was left before it was sent. */
export function IdentityApplication({ identity, owner }: ApplicationProps) {
  const isRejected = identity.state === 'rejected';
  const { input, step, wasKept, startAnew } = useKeptInput(isRejected ? identity.form : undefined, owner);
  const form = useRef<HTMLFormElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const { isBusy, refusal, go, move, submit } = useApplication(input, step, form);
  // What is said above the button must not push the button off the screen.
  useEffect(() => {
    if (refusal.value !== undefined) foot.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal.value]);
  const clear = () => {
    startAnew();
    go('you');
  };
  const isLast = step.value === 'photos';
  const sendText = t(isBusy.value ? 'identity:sending' : isRejected ? 'identity:send-again' : 'identity:send');
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
            <Button kind="quiet" size="short" onClick={clear}>
              {t('identity:draft.clear')}
            </Button>
          }
        >
          {t('identity:draft.kept')}
        </Banner>
      )}
      <Card>
        <form ref={form} noValidate onSubmit={submit} aria-label={t('identity:title')}>
          <Steps step={step.value} go={go} />
          <p class="identity-all">{t(isRejected ? 'identity:rejected.photos' : 'identity:all')}</p>
          <IdentityFields input={input} step={step.value} residence={user.value?.area_id ?? 0} />
          <p class="identity-kept">{t('identity:kept')}</p>
          <div ref={foot} class="identity-send">
            {refusal.value && (
              <Banner tone="bad" role="alert">
                {refusal.value}
              </Banner>
            )}
            {isLast && setting('review_hours') && <p>{t('identity:state.waiting.usual', { hours: setting('review_hours') })}</p>}
            <Button type="submit" kind="primary" size="tall" busy={isBusy.value} disabled={isLast && isSendingPhoto(input)}>
              {isLast ? sendText : t('identity:step.next')}
            </Button>
            {step.value !== 'you' && (
              <Button kind="quiet" onClick={() => move(-1)}>
                {t('identity:step.back')}
              </Button>
            )}
          </div>
        </form>
      </Card>
    </>
  );
}

/** How far one is, and the way to each of the steps. */
function Steps({ step, go }: { step: IdentityStep; go: (step: IdentityStep) => void }) {
  const at = IDENTITY_STEPS.indexOf(step);
  return (
    <>
      <ol class="identity-steps" aria-label={t('identity:steps')}>
        {IDENTITY_STEPS.map((name, place) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === step ? 'step' : undefined}
              data-reached={place <= at ? '' : undefined}
              onClick={() => go(name)}
            >
              {t(`identity:step.${name}`)}
            </button>
          </li>
        ))}
      </ol>
      <h2 class="identity-step" tabIndex={-1}>
        {t('identity:step.at', { at: at + 1, of: IDENTITY_STEPS.length })}
      </h2>
    </>
  );
}
