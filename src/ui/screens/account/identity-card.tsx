import { Fragment } from 'preact';
import type { IdentityState } from '#domain/identity-state.ts';
import { identityStateFromWire } from '#protocol/identity-state.ts';
import { Card } from '../../kit/card.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { t } from '../../language/i18n.ts';
import { PATHS } from '../../paths.ts';
import { shownMobile } from '../../security/shown-mobile.ts';
import { flag } from '../../state/site.ts';
import { user } from '../../state/user.ts';
import './identity-card.css';

/** Who this is: the demo label, or the e-mail or mobile number, and the public number. */
export function IdentityCard() {
  const who = user.value;
  if (!who) return null;
  const isDemo = who.is_demo === 1;
  const name = isDemo ? t('account:demo') : who.email || shownMobile(who.mobile, flag('is_show_mobile'));
  const facts = [
    t('account:uid', { uid: who.uid }),
    ...(flag('is_user_show_level') ? [t('account:level', { level: who.level })] : []),
    ...(flag('is_user_show_credit') ? [t('account:credit', { score: who.credit_score })] : []),
  ];
  return (
    <Card>
      <div class="identity">
        <Monogram text={name} large />
        <div>
          <p class="identity-name" data-user>
            {isDemo ? name : <bdi dir="ltr">{name}</bdi>}
          </p>
          <p class="identity-facts num">
            {facts.map((fact, at) => (
              <Fragment key={fact}>
                {at > 0 && ' '}
                <span>{at < facts.length - 1 ? `${fact} ·` : fact}</span>
              </Fragment>
            ))}
          </p>
        </div>
      </div>
      {!isDemo && flag('is_real_name_auth') && <RealNameLink state={identityStateFromWire(who.real_status)} />}
    </Card>
  );
}

/** How the verification of the name stands, and the way to it. */
function RealNameLink({ state }: { state: IdentityState }) {
  return (
    <a class="identity-link" href={`#${PATHS.identity}`} data-state={state}>
      <span>{t('account:identity')}</span>
      <b>{t(`account:identity.${state}`)}</b>
      <Icon name="forward" size={16} />
    </a>
  );
}
