import { useSignal } from '@preact/signals';
import { isQuietFailure } from '#rest/call-error.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { refusalText } from '../../requests/refusal.ts';
import { leavePlay } from '../../security/own-demo.ts';
import { practise } from '../../security/practise.ts';

/** From one's own account to its play money. */
export const PlayCard = () => (
  <Card>
    <div class="demo-card">
      <p>{t('account:play.detail')}</p>
      <SwitchButton text={t('account:play')} run={practise} />
    </div>
  </Card>
);

/** And back. */
export const LeavePlay = () => <SwitchButton text={t('account:play.leave')} run={leavePlay} />;

function SwitchButton({ text, run }: { text: string; run: () => Promise<void> }) {
  const isBusy = useSignal(false);
  const press = async () => {
    isBusy.value = true;
    try {
      await run();
    } catch (error) {
      if (!isQuietFailure(error)) toast(refusalText(error), 'bad');
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <Button size="short" busy={isBusy.value} onClick={press}>
      {text}
    </Button>
  );
}
