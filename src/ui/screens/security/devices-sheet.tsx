import { type Signal, useSignal } from '@preact/signals';
import { revokeOtherSessions, revokeSession, type SessionRow } from '#rest/security.ts';
import { failedText } from '../../freshness/failed-text.ts';
import { Badge } from '../../kit/badge.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { refusalText } from '../../requests/refusal.ts';
import { request } from '../../requests/request.ts';
import { whenBack } from '../../requests/when-back.ts';
import { invalidate } from '../../state/query.ts';
import { addressText, useSessions, whenText } from './security-lists.ts';

/** Where one is logged in; any other place can be logged out from here. */
export function DevicesSheet({ open }: { open: Signal<boolean> }) {
  return (
    <Sheet open={open} title={t('security:devices')} closeLabel={t('shell:close')}>
      <DeviceList />
    </Sheet>
  );
}

function DeviceList() {
  const query = useSessions();
  const problem = useSignal('');
  const busyId = useSignal('');
  const rows = query.data.value;
  const end = async (id: string, act: () => Promise<unknown>) => {
    busyId.value = id;
    problem.value = '';
    try {
      await act();
      await invalidate('sessions');
      toast(t('security:device.ended'), 'good');
    } catch (error) {
      problem.value = refusalText(error);
      whenBack(error, () => (problem.value = ''));
    } finally {
      busyId.value = '';
    }
  };
  if (query.status.value === 'failed') {
    const retry = <Button onClick={() => void query.refetch()}>{t('shell:retry')}</Button>;
    return <Empty kind="failed" icon="warning" text={failedText('security:failed')} action={retry} />;
  }
  if (!rows) return <Skeleton rows={3} label={t('shell:loading')} />;
  return (
    <div class="security-form">
      {problem.value !== '' && (
        <Banner tone="bad" role="alert">
          {problem.value}
        </Banner>
      )}
      <ul class="security-list">
        {rows.map((row) => (
          <li key={row.id}>
            <DeviceLine row={row} isBusy={busyId.value !== ''} end={() => end(row.id, () => revokeSession(request, row.id))} />
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <Button size="tall" busy={busyId.value !== ''} onClick={() => end('others', () => revokeOtherSessions(request))}>
          {t('security:device.end-others')}
        </Button>
      )}
    </div>
  );
}

function DeviceLine({ row, isBusy, end }: { row: SessionRow; isBusy: boolean; end: () => void }) {
  const name = row.agent || t('security:device.unknown');
  return (
    <div class="security-entry">
      <div>
        <b>{name}</b>
        {row.mine === '1' && <Badge>{t('security:device.mine')}</Badge>}
        <p class="num">{t('security:device.network', { network: addressText(row.network) })}</p>
        <p class="num">{t('security:device.since', { first: whenText(row.first), last: whenText(row.last) })}</p>
      </div>
      {row.mine === '0' && (
        <Button size="short" disabled={isBusy} aria-label={t('security:device.end-one', { name })} onClick={end}>
          {t('security:device.end')}
        </Button>
      )}
    </div>
  );
}
