import { useSignal } from '@preact/signals';
import { CREDENTIAL_LOCK_HOURS } from '#domain/credential-lock.ts';
import { PAY_SHEET_WORDS } from '../../credentials/new-password.ts';
import { OwnAccount } from '../../credentials/own-account.tsx';
import { PayPasswordForm } from '../../credentials/pay-password-form.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { t } from '../../language/i18n.ts';
import { goBack } from '../../navigation/navigate.ts';
import { user } from '../../state/user.ts';
import { ChangeForm } from './change-form.tsx';
import './password-screen.css';

/** The password of the login, and the way to the one that guards withdrawals (decision D1.2.38). */
export function PasswordScreen() {
  return (
    <>
      <PageHeader title={t('register:change.title')} backLabel={t('shell:back')} onBack={goBack} />
      <OwnAccount why="register:demo.detail">
        {(who) => (
          <>
            <Card>
              <ChangeForm who={who} />
              <p class="credential-note password-note">{t('register:change.detail', { hours: CREDENTIAL_LOCK_HOURS })}</p>
            </Card>
            <PayPasswordCard />
          </>
        )}
      </OwnAccount>
    </>
  );
}

function PayPasswordCard() {
  const open = useSignal(false);
  const hasOne = user.value?.has_pay_password === '1';
  const close = () => {
    open.value = false;
  };
  return (
    <Card label={t('register:pay.title')}>
      <div class="password-pay">
        <div>
          <p class="password-pay-name">{t('register:pay.title')}</p>
          <p class="credential-note">{t(hasOne ? 'register:pay.is-set' : 'register:pay.is-not-set')}</p>
        </div>
        <Button onClick={() => (open.value = true)}>{t(hasOne ? 'register:pay.change-short' : 'register:pay.set-short')}</Button>
      </div>
      <Sheet open={open} title={t('register:pay.title')} closeLabel={t('shell:close')}>
        <PayPasswordForm words={PAY_SHEET_WORDS} onDone={close} />
      </Sheet>
    </Card>
  );
}
