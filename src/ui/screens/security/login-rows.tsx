import { useSignal } from '@preact/signals';
import { t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { AddressRows } from './address-rows.tsx';
import { DevicesSheet } from './devices-sheet.tsx';
import { HistorySheet } from './history-sheet.tsx';
import { useSessions, whenText } from './security-lists.ts';
import { Row, Rows } from './security-rows.tsx';

/** By what one logs in, and where somebody is logged in. `isOwn`: a real account, which has addresses and a password. */
export function LoginRows({ isOwn }: { isOwn: boolean }) {
  const open = { devices: useSignal(false), history: useSignal(false) };
  const sessions = useSessions().data.value;
  const last = Math.max(0, ...(sessions ?? []).map(({ first }) => first));
  return (
    <>
      <Rows label={t('security:group.login')}>
        {isOwn && (
          <>
            <AddressRows />
            <Row icon="lock" label={t('security:login-password')} value={t('security:set')} onClick={() => navigate(PATHS.password)} />
          </>
        )}
        <Row
          icon="device"
          label={t('security:devices')}
          value={sessions && String(sessions.length)}
          onClick={() => (open.devices.value = true)}
        />
        <Row
          icon="clock"
          label={t('security:history')}
          value={last > 0 && t('security:history.last', { time: whenText(last) })}
          onClick={() => (open.history.value = true)}
        />
      </Rows>
      <DevicesSheet open={open.devices} />
      <HistorySheet open={open.history} />
    </>
  );
}
