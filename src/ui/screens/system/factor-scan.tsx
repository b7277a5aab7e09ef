import { correction, generate } from 'lean-qr/nano';
import { useEffect, useRef } from 'preact/hooks';
import { type FactorBegun, setFactor } from '#rest/security.ts';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { CodeForm } from '../../security/code-form.tsx';
import { CopyButton } from './copy-button.tsx';

/** Modules of quiet around the picture, as readers need them. */
const QUIET = 4;

/** The picture for the app, its text for who cannot scan it, and the app's first code. */
export function FactorScan({ begun, onSet }: { begun: FactorBegun; onSet: (codes: readonly string[]) => void }) {
  const picture = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // Dark on light in either theme: many readers take nothing else.
    if (picture.current)
      generate(begun.uri, { minCorrectionLevel: correction.M }).toCanvas(picture.current, { off: [255, 255, 255], pad: QUIET });
  }, [begun]);
  return (
    <CodeForm
      class="system-form"
      label={t('security:code.first')}
      submit={t('security:factor.turn-on')}
      send={async (code) => onSet((await setFactor(request, code)).codes)}
    >
      <p>{t('security:factor.scan')}</p>
      <canvas ref={picture} class="system-qr" role="img" aria-label={t('security:factor.picture')} />
      <div class="system-secret">
        <code data-secret>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={begun.secret} />
      </div>
    </CodeForm>
  );
}
