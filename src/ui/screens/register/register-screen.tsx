import { useLocation } from 'preact-iso/router';
import { accountKinds } from '#domain/registration.ts';
import { DoorLinks } from '../../credentials/door-links.tsx';
import { ServiceBar, useServiceBar } from '../../credentials/service-notice.tsx';
import { Card } from '../../kit/card.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { type Key, t } from '../../language/i18n.ts';
import { goBack } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { setting } from '../../state/site.ts';
import { isDemo } from '../../state/user.ts';
import { LeaveDemo } from './leave-demo.tsx';
import { RegisterFields } from './register-fields.tsx';

/** By what the open doors take. Reads signals. */
function byWhat(): Key {
  const [kind, other] = accountKinds(setting);
  return other ? 'register:welcome.detail' : `register:welcome.${kind ?? 'email'}`;
}

/** Opens a real account. The guard of the app leads on to `from` once it is open, since that logs in. */
export function RegisterScreen() {
  const { invite_code: invited } = useLocation().query;
  const isBarShown = useServiceBar();
  return (
    <>
      <PageHeader title={t('register:title')} backLabel={t('shell:back')} onBack={goBack} />
      <ServiceBar isShown={isBarShown} />
      <div class="door-welcome">
        <h2>{t('register:welcome')}</h2>
        <p>{t(isDemo.value ? 'register:welcome.demo' : byWhat())}</p>
      </div>
      <Card>
        <RegisterFields invited={invited} hasNotice={!isBarShown.value} />
      </Card>
      {isDemo.value ? <LeaveDemo text="register:login" /> : <DoorLinks links={[{ path: PATHS.login, text: 'register:login' }]} />}
    </>
  );
}
