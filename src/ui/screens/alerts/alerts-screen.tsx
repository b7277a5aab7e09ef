import { useLocation } from 'preact-iso/router';
import { useAlerts, useNewestFired } from '../../alerts/alert-lists.ts';
import { AlertSettings } from '../../alerts/alert-settings.tsx';
import { unseenCount } from '../../alerts/seen-alerts.ts';
import { Card } from '../../kit/card.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { t } from '../../language/i18n.ts';
import { goBack, navigate } from '../../navigation/navigate.ts';
import { alertsPath } from '../../paths.ts';
import { MarketPictures } from '../../products/market-pictures.tsx';
import { DemoChip } from '../../shell/demo-chip.tsx';
import { ActiveList } from './active-list.tsx';
import { FiredList } from './fired-list.tsx';
import './alerts-screen.css';

/** A person's price alerts: those that are active, those that have fired, and how the device announces them. */
export function AlertsScreen() {
  const tab = useLocation().query.tab === 'fired' ? 'fired' : 'standing';
  const count = useAlerts().data.value?.length;
  const unseen = unseenCount(useNewestFired().data.value?.items ?? []);
  return (
    <>
      <PageHeader title={t('shell:alerts')} backLabel={t('shell:back')} onBack={goBack}>
        <DemoChip />
      </PageHeader>
      <div class="alerts-tabs">
        <Tabs
          variant="segmented"
          label={t('shell:alerts')}
          controls="alerts-panel"
          items={[
            { value: 'standing', label: t('alerts:tab.standing'), ...(count ? { count } : {}) },
            { value: 'fired', label: t('alerts:tab.fired'), ...(unseen ? { count: unseen } : {}) },
          ]}
          selected={tab}
          onSelect={(next) => navigate(alertsPath(next === 'fired' ? 'fired' : undefined), true)}
        />
      </div>
      <section id="alerts-panel" role="tabpanel" aria-label={t(`alerts:tab.${tab}`)}>
        {tab === 'fired' ? <FiredList /> : <ActiveList />}
      </section>
      <Card label={t('alerts:settings')}>
        <AlertSettings />
      </Card>
      <MarketPictures />
    </>
  );
}
