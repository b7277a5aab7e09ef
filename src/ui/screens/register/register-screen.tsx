import { useLocation } from 'preact-iso/router';
import { DoorLinks } from '../../credentials/door-links.tsx';
import { ServiceBar } from '../../credentials/service-notice.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { t } from '../../language/i18n.ts';
import { goBack, navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { logout } from '../../state/session.ts';
import { isDemo } from '../../state/user.ts';
import { RegisterFields } from './register-fields.tsx';

/** Opens a real account. The guard of the app leads on to `from` once it is open, since that logs in. */
export function RegisterScreen() {
  const { invite_code: invited } = useLocation().query;
  return (
    <>
      <PageHeader title={t('register:title')} backLabel={t('shell:back')} onBack={goBack} />
      <ServiceBar />
      <div class="door-welcome">
        <h2>{t('register:welcome')}</h2>
        <p>{t(isDemo.value ? 'register:welcome.demo' : 'register:welcome.detail')}</p>
      </div>
      <Card>
        <RegisterFields invited={invited} />
      </Card>
      {isDemo.value ? <LeaveDemo /> : <DoorLinks links={[{ path: PATHS.login, text: 'register:login' }]} />}
    </>
  );
}

/** Whoever has an account already goes to it by the login, which is closed to who is in: the browser keeps the key of the demo. */
function LeaveDemo() {
  const leave = async () => {
    await logout();
    navigate(PATHS.login);
  };
  return (
    <div class="door-links">
      <Button kind="quiet" onClick={leave}>
        {t('register:login')}
      </Button>
    </div>
  );
}
