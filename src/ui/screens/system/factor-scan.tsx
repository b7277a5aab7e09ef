import { useSignal } from '@preact/signals';
import { correction, generate } from 'lean-qr/nano';
import { useEffect, useRef } from 'preact/hooks';
import { FACTOR_LENGTH_MAX } from '#domain/profile.ts';
import { type FactorBegun, setFactor } from '#rest/security.ts';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { t } from '../../language/i18n.ts';
import { refusalText } from '../../requests/refusal.ts';
import { request } from '../../requests/request.ts';
import { CopyButton } from './copy-button.tsx';

/** Modules of quiet around the picture, as readers need them. */
const QUIET = 4;

/** The picture for the app, its text for who cannot scan it, and the app's first code. */
export function FactorScan({ begun, onSet }: { begun: FactorBegun; onSet: (codes: readonly string[]) => void }) {
  const code = useSignal('');
  const problem = useSignal('');
  const isBusy = useSignal(false);
  const picture = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // Dark on light in either theme: many readers take nothing else.
    if (picture.current)
      generate(begun.uri, { minCorrectionLevel: correction.M }).toCanvas(picture.current, { off: [255, 255, 255], pad: QUIET });
  }, [begun]);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.peek()) return;
    if (code.peek().trim() === '') {
      problem.value = t('security:code.needed');
      return;
    }
    isBusy.value = true;
    try {
      onSet((await setFactor(request, code.peek().trim())).codes);
    } catch (error) {
      problem.value = refusalText(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form class="system-form" noValidate onSubmit={submit}>
      <p>{t('security:factor.scan')}</p>
      <canvas ref={picture} class="system-qr" role="img" aria-label={t('security:factor.picture')} />
      <div class="system-secret">
        <code data-secret>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={begun.secret} />
      </div>
      <Field
        label={t('security:code.first')}
        name="code"
        value={code}
        autoComplete="one-time-code"
        enterKeyHint="go"
        maxLength={FACTOR_LENGTH_MAX}
        problem={problem.value || undefined}
        onInput={() => (problem.value = '')}
      />
      <Button type="submit" kind="primary" size="tall" busy={isBusy.value}>
        {t('security:factor.turn-on')}
      </Button>
    </form>
  );
}
