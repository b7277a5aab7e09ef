import { company } from '#rest/company.ts';
import { chosenCompany, forgetCompany } from '../../company/company-choice.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { invalidate, useQuery } from '../../state/query.ts';

const STALE_MS = 300_000;

/** Who has chosen a company sees which, and finds the way back here. */
export function ChosenCompanyLine() {
  const id = chosenCompany();
  const chosen = useQuery({
    key: ['company', 'chosen', id ?? 0],
    read: (signal) => company(request, id, { signal, silent: true, initial: true }),
    staleMs: STALE_MS,
    enabled: id !== undefined,
  }).data.value;
  const forget = () => {
    forgetCompany();
    void invalidate('company');
  };
  const button = (
    <Button kind="quiet" size="short" onClick={forget}>
      {t('company:chosen.other')}
    </Button>
  );
  return <Banner action={button}>{chosen ? t('company:entered', { name: chosen.name }) : t('company:chosen')}</Banner>;
}
