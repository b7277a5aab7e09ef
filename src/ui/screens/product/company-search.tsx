import { useSignal } from '@preact/signals';
import type { Company } from '#domain/company.ts';
import { searchCompanies } from '#rest/company.ts';
import { failedText } from '../../freshness/failed-text.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { useQuery } from '../../state/query.ts';
import { CompanySheet, logoOf } from './company-sheet.tsx';
import './company-search.css';

const FOUND_STALE_MS = 60_000;

/** Companies by a part of their name, all of them without one; a tap opens what there is to know of one. */
export function CompanySearch({ asked }: { asked: string }) {
  const open = useSignal(false);
  const shown = useSignal<Company | undefined>(undefined);
  const query = useQuery({
    key: ['company', 'search', asked],
    read: (signal) => searchCompanies(request, asked, { signal, silent: true, initial: true }),
    staleMs: FOUND_STALE_MS,
  });
  const rows = query.data.value;
  if (query.status.value === 'failed') {
    const retry = <Button onClick={() => void query.refetch()}>{t('shell:retry')}</Button>;
    return <Empty kind="failed" icon="warning" text={failedText('company:search.failed')} action={retry} />;
  }
  if (!rows) return <Skeleton rows={3} label={t('shell:loading')} />;
  if (rows.length === 0) {
    return <Empty icon="search" text={asked === '' ? t('company:search.nobody') : t('company:search.none', { text: asked })} />;
  }
  const show = (company: Company) => {
    shown.value = company;
    open.value = true;
  };
  return (
    <>
      <ul class="company-list" aria-label={t('company:search.companies')}>
        {rows.map((company) => (
          <li key={company.id}>
            <button type="button" aria-haspopup="dialog" onClick={() => show(company)}>
              <Monogram text={company.name} src={logoOf(company)} />
              <span>
                <b>{company.name}</b>
                <small>{company.subject}</small>
              </span>
              <Icon name="forward" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {shown.value && <CompanySheet open={open} company={shown.value} />}
    </>
  );
}
