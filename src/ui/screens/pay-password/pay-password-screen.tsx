import { PAY_SCREEN_WORDS } from '../../credentials/new-password.ts';
import { OwnAccount } from '../../credentials/own-account.tsx';
import { PayPasswordForm } from '../../credentials/pay-password-form.tsx';
import { Card } from '../../kit/card.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { t } from '../../language/i18n.ts';
import { goBack } from '../../navigation/navigate.ts';

/** The password that guards withdrawals, on a screen of its own. */
export function PayPasswordScreen() {
  return (
    <>
      <PageHeader title={t('register:pay.title')} backLabel={t('shell:back')} onBack={goBack} />
      <OwnAccount why="register:demo.detail">
        {() => (
          <Card>
            <PayPasswordForm words={PAY_SCREEN_WORDS} onDone={goBack} />
          </Card>
        )}
      </OwnAccount>
    </>
  );
}
