import { type FactorBegun, setFactor } from '#rest/security.ts';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { CodeForm } from '../../security/code-form.tsx';
import { CopyButton } from '../../security/copy-button.tsx';
import { QrPicture } from '../../security/qr-picture.tsx';

/** The picture for the app, its text for who cannot scan it, and the app's first code. */
export function FactorScan({ begun, onSet }: { begun: FactorBegun; onSet: (codes: readonly string[]) => void }) {
  return (
    <CodeForm
      class="security-form"
      label={t('security:code.first')}
      isSix
      submit={t('security:factor.turn-on')}
      send={async (code) => onSet((await setFactor(request, code)).codes)}
    >
      <a class="button" data-kind="plain" data-size="tall" href={begun.uri}>
        {t('security:factor.app')}
      </a>
      <p>{t('security:factor.scan')}</p>
      <QrPicture text={begun.uri} label={t('security:factor.picture')} />
      <div class="security-secret">
        <code data-secret>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={begun.secret} />
      </div>
    </CodeForm>
  );
}
