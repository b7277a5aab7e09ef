import { mayApply } from '#domain/identity-state.ts';
import type { Identity } from '#protocol/identity-wire.ts';
import { ownIdentity } from '#rest/identity.ts';
import { failedText } from '../../freshness/failed-text.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { t } from '../../language/i18n.ts';
import { goBack } from '../../navigation/navigate.ts';
import { request } from '../../requests/request.ts';
import { useQuery } from '../../state/query.ts';
import { flag } from '../../state/site.ts';
import { isDemo, user } from '../../state/user.ts';
import { IdentityApplication } from './identity-application.tsx';
import { IdentityStanding } from './identity-standing.tsx';
import { stepBack } from './use-application.ts';
import './identity-screen.css';

/** Real-name verification: the form, and how it stands once it was sent. */
export function IdentityScreen() {
  return (
    <>
      <PageHeader title={t('identity:title')} backLabel={t('shell:back')} onBack={stepBack.value ?? goBack} />
      {isDemo.value ? (
        <Empty icon="account" text={t('identity:demo')} detail={t('identity:demo.detail')} />
      ) : flag('is_real_name_auth') ? (
        <OwnIdentity />
      ) : (
        <Empty icon="account" text={t('identity:off')} />
      )}
    </>
  );
}

function OwnIdentity() {
  const own = useQuery({ key: ['identity'], read: (signal) => ownIdentity(request, { signal, silent: true }) });
  const identity = own.data.value;
  if (identity) return <Shown identity={identity} />;
  if (own.status.value === 'pending') return <Skeleton rows={6} kind="card" label={t('identity:loading')} />;
  const retry = <Button onClick={() => void own.refetch()}>{t('identity:retry')}</Button>;
  return <Empty kind="failed" icon="warning" text={failedText('identity:failed')} action={retry} />;
}

/** What is typed stays while the same application is read again, and no longer. */
function Shown({ identity }: { identity: Identity }) {
  const { state, submittedMs } = identity;
  const uid = user.value?.uid ?? '';
  const of = submittedMs > 0 ? `${state} ${submittedMs}` : state;
  if (mayApply(state)) return <IdentityApplication key={`${uid} ${of}`} identity={identity} owner={{ uid, of }} />;
  return <IdentityStanding state={state} identity={identity} />;
}
