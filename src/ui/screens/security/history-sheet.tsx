import type { Signal } from '@preact/signals';
import type { LoginEventRow } from '#rest/security.ts';
import { failedText } from '../../freshness/failed-text.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { type Key, t } from '../../language/i18n.ts';
import { addressText, useLoginHistory, whenText } from './security-lists.ts';

const WAYS: Readonly<Record<Exclude<LoginEventRow['via'], ''>, Key>> = {
  password: 'security:way.password',
  code: 'security:way.code',
  recovery: 'security:way.recovery',
  passkey: 'security:way.passkey',
  register: 'security:way.register',
  demo: 'security:way.demo',
};

/** Who got in and who was refused, newest first. */
export function HistorySheet({ open }: { open: Signal<boolean> }) {
  return (
    <Sheet open={open} title={t('security:history')} closeLabel={t('shell:close')}>
      <HistoryList />
    </Sheet>
  );
}

function HistoryList() {
  const query = useLoginHistory();
  const rows = query.data.value;
  if (query.status.value === 'failed') {
    const retry = <Button onClick={() => void query.refetch()}>{t('shell:retry')}</Button>;
    return <Empty kind="failed" icon="warning" text={failedText('security:failed')} action={retry} />;
  }
  if (!rows) return <Skeleton rows={5} label={t('shell:loading')} />;
  if (rows.length === 0) return <Empty text={t('security:history.empty')} />;
  return (
    <ul class="security-list">
      {rows.map((row) => (
        <li key={row.id}>
          <HistoryLine row={row} />
        </li>
      ))}
    </ul>
  );
}

function HistoryLine({ row }: { row: LoginEventRow }) {
  const isIn = row.entered === '1';
  return (
    <div class="security-entry">
      <div>
        <b>{t(isIn ? 'security:history.entered' : 'security:history.refused')}</b>
        {isIn && row.fresh === '1' && <Badge>{t('security:history.fresh')}</Badge>}
        <p>{[row.agent || t('security:device.unknown'), ...(row.via === '' ? [] : [t(WAYS[row.via])])].join(' · ')}</p>
        <p class="num">{t('security:history.at', { time: whenText(row.at), network: addressText(row.network) })}</p>
      </div>
    </div>
  );
}
