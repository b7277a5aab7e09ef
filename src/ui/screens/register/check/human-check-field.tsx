import type { Form } from '../../../credentials/use-form.ts';
import { Button } from '../../../kit/button.tsx';
import { Field } from '../../../kit/field.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { type Key, t } from '../../../language/i18n.ts';
import type { HumanCheck, PictureState, ProgressState } from './human-check.ts';
import './human-check-field.css';

/** More characters than any picture has. */
const ANSWER_LENGTH_MAX = 10;
type CheckProps = { form: Form<'code'>; check: HumanCheck };

/** The picture with its field, or how far the puzzle is; from each the way to the other. */
export function HumanCheckField({ form, check }: CheckProps) {
  const state = check.state.value;
  const isPuzzle = check.way.value === 'puzzle';
  return (
    <div class="human-check">
      {state.is === 'picture' || state.is === 'loading' ? (
        <PictureField form={form} check={check} state={state} />
      ) : (
        <Progress state={state} problem={form.problem('code')} retry={check.renew} />
      )}
      <Button kind="quiet" size="short" onClick={() => check.choose(isPuzzle ? 'picture' : 'puzzle')}>
        {t(isPuzzle ? 'register:check.see' : 'register:check.no-eyes')}
      </Button>
    </div>
  );
}

function PictureField({ form, check, state }: CheckProps & { state: PictureState }) {
  return (
    <Field
      label={t('register:check.label')}
      name="captcha"
      value={form.values.code}
      autoComplete="off"
      enterKeyHint="next"
      maxLength={ANSWER_LENGTH_MAX}
      problem={form.problem('code')}
      hint={t('register:check.hint')}
      trailing={
        <button type="button" class="human-check-picture" aria-label={t('register:check.renew')} onClick={check.renew}>
          {state.is === 'picture' && <img src={state.source} alt="" />}
        </button>
      }
    />
  );
}

const PROGRESS: Readonly<Record<'working' | 'solved' | 'failed', Key>> = {
  working: 'register:check.working',
  solved: 'register:check.solved',
  failed: 'register:check.failed',
};

type ProgressProps = { state: ProgressState; problem: string | undefined; retry: () => void };

function Progress({ state, problem, retry }: ProgressProps) {
  const isFailed = state.is === 'failed';
  return (
    <div class="human-check-progress" data-kind={state.is}>
      {state.is === 'solved' && <Icon name="check" />}
      <p role={isFailed ? 'alert' : 'status'} aria-busy={state.is === 'working' || undefined}>
        {t(PROGRESS[state.is])}
        {state.is === 'working' && problem && ` ${t('register:check.wait')}`}
      </p>
      {isFailed && (
        <Button size="short" onClick={retry}>
          {t('shell:retry')}
        </Button>
      )}
    </div>
  );
}
