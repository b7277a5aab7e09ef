import { useSignal } from '@preact/signals';
import { t } from '../../language/i18n.ts';
import { askLogout } from '../../security/ask-logout.ts';
import { LeaveSheet } from './leave-sheet.tsx';
import { Row, Rows } from './security-rows.tsx';

/** The ways out: for now, with all one’s data, for good. `own`: of a real account, which can be closed. */
export function LeaveRows({ own }: { own?: { hasFactor: boolean } | undefined }) {
  const open = { data: useSignal(false), close: useSignal(false) };
  return (
    <>
      <Rows label={t('security:group.leave')}>
        <Row icon="logout" label={t('account:logout')} onClick={askLogout} />
        {own && (
          <>
            <Row icon="deposit" label={t('security:data')} onClick={() => (open.data.value = true)} />
            <Row icon="close" label={t('security:close')} isFinal onClick={() => (open.close.value = true)} />
          </>
        )}
      </Rows>
      {own && (
        <>
          <LeaveSheet open={open.data} what="data" hasFactor={own.hasFactor} />
          <LeaveSheet open={open.close} what="close" hasFactor={own.hasFactor} />
        </>
      )}
    </>
  );
}
