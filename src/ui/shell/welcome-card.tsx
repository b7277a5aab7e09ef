/** How somebody who has just registered goes on. Comes with the head lines of Home and Account, so that nobody else fetches it. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { mayApply } from '#domain/identity-state.ts';
import { identityStateFromWire } from '#protocol/identity-state.ts';
import type { UserRow } from '#protocol/rest/user.ts';
import { IconButton } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Icon, type IconName } from '../kit/icon.tsx';
import { t } from '../language/i18n.ts';
import { PATHS } from '../paths.ts';
import { playMoney } from '../requests/start-demo.ts';
import type { PageHead } from '../security/page-head.ts';
import { putPageHead } from '../security/page-head.ts';
import { practise } from '../security/practise.ts';
import { flag } from '../state/site.ts';
import { user } from '../state/user.ts';
import './welcome-card.css';

type Step = {
  readonly name: 'play' | 'identity' | 'protect';
  readonly icon: IconName;
  readonly detail: string;
  readonly isDone: boolean;
  /** Where it leads; without one it is done at the press. */
  readonly path?: string;
};

/** Of what this site has. Reads signals. */
function stepsOf(who: UserRow, { hadDemo, hasPlayed, hasPasskey }: PageHead): readonly Step[] {
  const play: Step = {
    name: 'play',
    icon: 'play',
    detail: hadDemo ? t('account:welcome.play.kept') : t('account:welcome.play.detail', { amount: playMoney() }),
    isDone: hasPlayed === true,
  };
  const identity: Step = {
    name: 'identity',
    icon: 'account',
    path: PATHS.identity,
    detail: t('account:welcome.identity.detail'),
    isDone: !mayApply(identityStateFromWire(who.real_status)),
  };
  const protect: Step = {
    name: 'protect',
    icon: 'shield',
    path: PATHS.security,
    detail: t('account:welcome.protect.detail'),
    isDone: who.two_factor === '1' || hasPasskey === true,
  };
  return [...(flag('is_mock_login') ? [play] : []), ...(flag('is_real_name_auth') ? [identity] : []), protect];
}

/** The next steps, in any order. It goes once all are done, or when it is put away. */
export function WelcomeCard({ head }: { head: PageHead }) {
  const who = user.value;
  const isBusy = useSignal(false);
  const steps = who ? stepsOf(who, head) : [];
  const isDone = steps.length > 0 && steps.every((step) => step.isDone);
  const dismiss = () => putPageHead(head.uid, { isNew: false });
  useEffect(() => {
    if (isDone) dismiss();
  }, [isDone]);
  const play = async () => {
    isBusy.value = true;
    await practise();
    isBusy.value = false;
  };
  return (
    <Card label={t('account:welcome')}>
      <div class="welcome-head">
        <h2>{t('account:welcome')}</h2>
        <IconButton label={t('account:welcome.dismiss')} onClick={dismiss}>
          <Icon name="close" />
        </IconButton>
      </div>
      <ul class="welcome-steps">
        {steps.map((step) => (
          <li key={step.name} data-done={step.isDone ? '' : undefined}>
            {step.path ? (
              <a href={`#${step.path}`}>
                <StepWords step={step} />
              </a>
            ) : (
              <button type="button" disabled={isBusy.value} aria-busy={isBusy.value || undefined} onClick={play}>
                <StepWords step={step} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const StepWords = ({ step: { name, icon, detail, isDone } }: { step: Step }) => (
  <>
    <Icon name={isDone ? 'check' : icon} />
    <span>
      <b>{t(`account:welcome.${name}`)}</b>
      {isDone && <span class="sr-only">{t('account:welcome.done')}</span>}
      <small>{detail}</small>
    </span>
    <Icon name="forward" size={16} />
  </>
);
