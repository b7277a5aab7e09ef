import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { t } from '../../language/i18n.ts';
import { CopyButton } from '../../security/copy-button.tsx';

/** Ten codes that are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div class="security-form">
      <Banner tone="warn">{t('security:recovery.detail')}</Banner>
      <ul class="security-codes" aria-label={t('security:recovery')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="security-copy">
        <CopyButton text={codes.join('\n')} />
      </div>
      <Button kind="primary" size="tall" onClick={onDone}>
        {t('security:recovery.kept')}
      </Button>
    </div>
  );
}
