import { useSignal } from '@preact/signals';
import { defaultNickname } from '#domain/profile.ts';
import type { SecurityReply } from '#rest/security.ts';
import { failedText } from '../../freshness/failed-text.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmHost } from '../../kit/confirm.tsx';
import { Empty } from '../../kit/empty.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { t } from '../../language/i18n.ts';
import { goBack } from '../../navigation/navigate.ts';
import { isDemo, user } from '../../state/user.ts';
import { LeaveRows } from './leave-rows.tsx';
import { LimitRows } from './limit-rows.tsx';
import { LoginRows } from './login-rows.tsx';
import { NameSheet } from './name-sheet.tsx';
import { ProofRows, Verdict } from './proof-rows.tsx';
import { useProtection, useSecurity, useSessions } from './security-lists.ts';
import { Row, Rows } from './security-rows.tsx';
import './security-screen.css';

/** How one logs in, what keeps others out, what one holds oneself to, what one is called, and the way out. */
export function SecurityScreen() {
  return (
    <>
      <PageHeader title={t('account:security')} backLabel={t('shell:back')} onBack={goBack} />
      {isDemo.value ? <DemoPage /> : <OwnPage />}
      <ConfirmHost />
    </>
  );
}

/** A demo account has nothing to prove itself by, and no money to protect. */
const DemoPage = () => (
  <>
    <LoginRows isOwn={false} />
    <LeaveRows />
  </>
);

/** All at once, when it is known how everything stands: no row moves under a finger. What could not be read is asked for again. */
function OwnPage() {
  const [security, protection, sessions] = [useSecurity(), useProtection(), useSessions()];
  if ([security.status, protection.status, sessions.status].some((status) => status.value === 'pending'))
    return <Skeleton rows={12} label={t('shell:loading')} />;
  const [state, standing] = [security.data.value, protection.data.value];
  const hasFactor = state?.factor === '1';
  const retry = <Button onClick={() => void security.refetch()}>{t('shell:retry')}</Button>;
  return (
    <>
      {state ? <Verdict state={state} /> : <Empty kind="failed" icon="warning" text={failedText('security:failed')} action={retry} />}
      <LoginRows isOwn={state !== undefined} />
      {state && <ProofRows state={state} protection={standing} />}
      {state && standing && <LimitRows state={standing} hasFactor={hasFactor} />}
      {state && <ProfileRows state={state} />}
      <LeaveRows own={state && standing && { hasFactor }} />
    </>
  );
}

function ProfileRows({ state }: { state: SecurityReply }) {
  const isOpen = useSignal(false);
  const nickname = state.nickname || defaultNickname(user.value?.uid ?? '');
  return (
    <>
      <Rows label={t('security:group.profile')}>
        <Row icon="star" label={t('security:nickname')} value={nickname} onClick={() => (isOpen.value = true)} />
      </Rows>
      <NameSheet open={isOpen} value={state.nickname} usual={nickname} />
    </>
  );
}
