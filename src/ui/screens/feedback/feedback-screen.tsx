import { Empty } from '../../kit/empty.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { t } from '../../language/i18n.ts';
import { goBack } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';

/** A page that the specification keeps free: it says so, and leads to where somebody reads what is written. */
export function FeedbackScreen() {
  return (
    <>
      <PageHeader title={t('not-open:feedback')} backLabel={t('shell:back')} onBack={goBack} />
      <Empty
        icon="mail"
        text={t('not-open:text')}
        detail={t('not-open:feedback.detail')}
        action={
          <a class="button" data-kind="plain" href={`#${PATHS.contact}`}>
            {t('not-open:feedback.contact')}
          </a>
        }
      />
    </>
  );
}
