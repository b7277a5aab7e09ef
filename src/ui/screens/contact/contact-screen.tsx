import { companyEmail } from '#rest/company.ts';
import { chosenCompany } from '../../company/company-choice.ts';
import { failedText } from '../../freshness/failed-text.ts';
import { AddressText } from '../../kit/address-text.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Empty } from '../../kit/empty.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { goBack } from '../../navigation/navigate.ts';
import { request } from '../../requests/request.ts';
import { useQuery } from '../../state/query.ts';
import { flag } from '../../state/site.ts';
import { ComplaintCard } from './complaint-card.tsx';
import './contact-screen.css';

const STALE_MS = 300_000;

/** Where to write to, and a complaint at once where the site takes them. */
export function ContactScreen() {
  return (
    <>
      <PageHeader title={t('company:contact')} backLabel={t('shell:back')} onBack={goBack} />
      <EmailCard />
      {flag('is_complaint') && <ComplaintCard />}
    </>
  );
}

function EmailCard() {
  const query = useQuery({
    key: ['company', 'email'],
    read: (signal) => companyEmail(request, chosenCompany(), { signal, silent: true, initial: true }),
    staleMs: STALE_MS,
  });
  const email = query.data.value;
  if (query.status.value === 'failed') {
    const retry = <Button onClick={() => void query.refetch()}>{t('shell:retry')}</Button>;
    return <Empty kind="failed" icon="warning" text={failedText('shell:failed')} action={retry} />;
  }
  if (email === undefined) return <Skeleton rows={1} label={t('shell:loading')} />;
  if (email === '') return <Empty icon="mail" text={t('company:email.none')} />;
  return (
    <Card label={t('company:email')}>
      <div class="contact-email">
        <div>
          <p>{t('company:email')}</p>
          <a href={`mailto:${email}`}>
            <AddressText address={email} />
          </a>
        </div>
        <Button size="short" onClick={() => void copy(email)}>
          {t('company:copy')}
        </Button>
      </div>
    </Card>
  );
}

/** Where the browser refuses, the person is told to select it. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('company:copied'), 'good');
  } catch {
    toast(t('company:copy.refused'), 'bad');
  }
}
