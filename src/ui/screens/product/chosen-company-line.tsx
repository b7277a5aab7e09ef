import { forgetCompany } from '../../company/company-choice.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { t } from '../../language/i18n.ts';
import { invalidate } from '../../state/query.ts';

/** Who has chosen a company finds the way back here. */
export function ChosenCompanyLine() {
  const forget = () => {
    forgetCompany();
    void invalidate('company');
  };
  return (
    <Banner
      action={
        <Button kind="quiet" size="short" onClick={forget}>
          {t('company:chosen.other')}
        </Button>
      }
    >
      {t('company:chosen')}
    </Banner>
  );
}
