import { useSignal } from '@preact/signals';
import { isQuietFailure } from '#rest/call-error.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { confirm } from '../../kit/confirm.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { PATHS } from '../../paths.ts';
import { refusalText } from '../../requests/refusal.ts';
import { hasOwnAccount } from '../../security/own-demo.ts';
import { resetDemoAccount } from '../../state/demo-reset.ts';
import { LeavePlay } from './play-card.tsx';

/** What a demo account is, how it starts over, and the way to a real one. */
export function DemoCard() {
  const isBusy = useSignal(false);
  const reset = async () => {
    const isSure = await confirm({
      title: t('account:reset.question'),
      text: t('account:reset.detail'),
      yes: t('account:reset.yes'),
      no: t('shell:cancel'),
      danger: true,
    });
    if (!isSure) return;
    isBusy.value = true;
    try {
      await resetDemoAccount();
      toast(t('account:reset.done'), 'good');
    } catch (error) {
      if (!isQuietFailure(error)) toast(refusalText(error), 'bad');
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <Card>
      <div class="demo-card">
        <p>{t('account:demo.detail')}</p>
        <Button size="short" busy={isBusy.value} onClick={reset}>
          {t('account:reset')}
        </Button>
      </div>
      {hasOwnAccount() ? (
        <div class="demo-card">
          <p>{t('account:play.back')}</p>
          <LeavePlay />
        </div>
      ) : (
        <a class="button demo-register" data-kind="plain" href={`#${PATHS.register}`}>
          {t('account:demo.register')}
        </a>
      )}
    </Card>
  );
}
