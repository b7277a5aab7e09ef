import { Empty } from '../../kit/empty.tsx';
import type { IconName } from '../../kit/icon.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { t } from '../../language/i18n.ts';
import { PATHS } from '../../paths.ts';
import { DemoChip } from '../../shell/demo-chip.tsx';

/** A section that does not exist yet says so and leads back (decision D9.10). */
function NotOpenScreen({ title, detail, icon }: { title: string; detail: string; icon: IconName }) {
  return (
    <>
      <PageHeader title={title}>
        <DemoChip />
      </PageHeader>
      <Empty
        icon={icon}
        text={t('not-open:text')}
        detail={detail}
        action={
          <a class="button" data-kind="plain" href={`#${PATHS.home}`}>
            {t('not-open:back')}
          </a>
        }
      />
    </>
  );
}

export function CopyNotOpenScreen() {
  return <NotOpenScreen title={t('shell:tab.copy')} detail={t('not-open:copy')} icon="copy" />;
}

export function RankingNotOpenScreen() {
  return <NotOpenScreen title={t('shell:tab.ranking')} detail={t('not-open:ranking')} icon="ranking" />;
}
