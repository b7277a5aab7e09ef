import { DoorLinks } from '../../credentials/door-links.tsx';
import { t } from '../../language/i18n.ts';
import { PATHS } from '../../paths.ts';
import { isDemo } from '../../state/user.ts';
import { LeaveDemo } from './leave-demo.tsx';

/** An address that has an account already: the ways in to it. */
export const TakenAccount = () => (
  <fieldset class="credential-taken">
    <legend>{t('register:taken')}</legend>
    {isDemo.value && <LeaveDemo text="register:taken.login" />}
    <DoorLinks
      label={t('register:taken')}
      links={[
        ...(isDemo.value ? [] : [{ path: PATHS.login, text: 'register:taken.login' } as const]),
        { path: PATHS.forgot, text: 'register:taken.forgot' },
      ]}
    />
  </fieldset>
);
