import { useSignal } from '@preact/signals';
import { defaultNickname } from '#domain/profile.ts';
import type { ProtectionReply } from '#rest/protection.ts';
import type { SecurityReply } from '#rest/security.ts';
import { failedText } from '../../freshness/failed-text.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmHost } from '../../kit/confirm.tsx';
import { Empty } from '../../kit/empty.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { t } from '../../language/i18n.ts';
import { goBack, navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { askLogout } from '../../security/ask-logout.ts';
import type { Query } from '../../state/query.ts';
import { isDemo, user } from '../../state/user.ts';
import { AddressRows } from './address-rows.tsx';
import { DevicesSheet } from './devices-sheet.tsx';
import { FactorSheet } from './factor-sheet.tsx';
import { HistorySheet } from './history-sheet.tsx';
import { NameSheet } from './name-sheet.tsx';
import { PasskeysSheet } from './passkeys-sheet.tsx';
import { ProtectionRows } from './protection-rows.tsx';
import { useProtection, useSecurity, useSessions } from './security-lists.ts';
import { Row, Rows } from './security-rows.tsx';
import { WordSheet } from './word-sheet.tsx';
import './security-screen.css';

/** What a person proves themselves by, where they are logged in, what they are called, and the way out. */
export function SecurityScreen() {
  return (
    <>
      <PageHeader title={t('account:security')} backLabel={t('shell:back')} onBack={goBack} />
      {isDemo.value ? <Places /> : <OwnPage />}
      <ConfirmHost />
    </>
  );
}

/** All at once, when it is known how everything stands: no row moves under a finger. */
function OwnPage() {
  const [security, protection, sessions] = [useSecurity(), useProtection(), useSessions()];
  if ([security.status, protection.status, sessions.status].some((status) => status.value === 'pending'))
    return <Skeleton rows={12} label={t('shell:loading')} />;
  return (
    <>
      <OwnRows query={security} protection={protection.data.value} />
      <Places />
    </>
  );
}

/** Where somebody is logged in, and the way out. */
function Places() {
  return (
    <>
      <Rows label={t('security:group.places')}>
        <DevicesRow />
        <HistoryRow />
      </Rows>
      <Rows label={t('account:logout')}>
        <Row icon="logout" label={t('account:logout')} onClick={askLogout} />
      </Rows>
    </>
  );
}

/** What only a real account has. */
function OwnRows({ query, protection }: { query: Query<SecurityReply>; protection: ProtectionReply | undefined }) {
  const state = query.data.value;
  const open = { factor: useSignal(false), passkeys: useSignal(false), nickname: useSignal(false), word: useSignal(false) };
  if (query.status.value === 'failed') {
    const retry = <Button onClick={() => void query.refetch()}>{t('shell:retry')}</Button>;
    return <Empty kind="failed" icon="warning" text={failedText('security:failed')} action={retry} />;
  }
  if (!state) return null;
  const isFactorSet = state.factor === '1';
  const nickname = state.nickname || defaultNickname(user.value?.uid ?? '');
  return (
    <>
      <Rows label={t('security:group.proof')}>
        <AddressRows />
        <Row icon="lock" label={t('security:login-password')} onClick={() => navigate(PATHS.password)} />
        <Row icon="wallet" label={t('security:pay-password')} onClick={() => navigate(PATHS.payPassword)} />
        <Row
          icon="shield"
          label={t('security:factor')}
          value={t(isFactorSet ? 'security:factor.on' : 'security:factor.off')}
          onClick={() => (open.factor.value = true)}
        />
        {state.passkey === '1' && (
          <Row
            icon="account"
            label={t('security:passkeys')}
            value={state.passkeys.length > 0 ? String(state.passkeys.length) : t('security:none')}
            onClick={() => (open.passkeys.value = true)}
          />
        )}
      </Rows>
      <Rows label={t('security:group.profile')}>
        <Row icon="star" label={t('security:nickname')} value={nickname} onClick={() => (open.nickname.value = true)} />
        <Row icon="quote" label={t('security:word')} value={state.word || t('security:none')} onClick={() => (open.word.value = true)} />
      </Rows>
      {protection && <ProtectionRows state={protection} hasFactor={isFactorSet} />}
      <FactorSheet open={open.factor} isSet={isFactorSet} codes={state.codes} />
      <PasskeysSheet open={open.passkeys} rows={state.passkeys} hasFactor={isFactorSet} />
      <NameSheet open={open.nickname} value={state.nickname} usual={nickname} />
      <WordSheet open={open.word} value={state.word} hasFactor={isFactorSet} />
    </>
  );
}

function DevicesRow() {
  const open = useSignal(false);
  const count = useSessions().data.value?.length;
  return (
    <>
      <Row
        icon="device"
        label={t('security:devices')}
        value={count === undefined ? '' : String(count)}
        onClick={() => (open.value = true)}
      />
      <DevicesSheet open={open} />
    </>
  );
}

function HistoryRow() {
  const open = useSignal(false);
  return (
    <>
      <Row icon="clock" label={t('security:history')} onClick={() => (open.value = true)} />
      <HistorySheet open={open} />
    </>
  );
}
