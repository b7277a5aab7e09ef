import { Banner } from '../kit/banner.tsx';
import { Button, type ButtonKind } from '../kit/button.tsx';
import { t } from '../language/i18n.ts';
import type { MoneyAction } from './money-action.ts';
import './action-foot.css';

type FootProps = {
  action: MoneyAction;
  /** Why it cannot be done now; the button waits meanwhile. */
  block?: string | undefined;
  /** A refusal that is at a field already is not said twice. */
  isRefusalShown?: boolean;
  no: string;
  onNo: () => void;
  yes: string;
  /** What the button says while the answer is awaited. */
  busy: string;
  kind?: ButtonKind;
  onYes: () => void;
};

/** The end of every sheet that moves money: why not, what is going on, and the two buttons. */
export function ActionFoot({ action, block, isRefusalShown = false, no, onNo, yes, busy, kind = 'strong', onYes }: FootProps) {
  const refusal = action.refusal.value;
  const isBusy = action.isBusy.value;
  return (
    <>
      {refusal && !isRefusalShown && (
        <Banner tone="bad" role="alert">
          {refusal.text}
        </Banner>
      )}
      <p class="ask-reason" role="status">
        {action.phase.value === 'checking' ? t('orders:checking') : isBusy ? '' : block}
      </p>
      <div class="ask-buttons">
        <Button size="tall" onClick={onNo}>
          {no}
        </Button>
        <Button kind={kind} size="tall" busy={isBusy} disabled={block !== undefined} onClick={onYes}>
          {isBusy ? busy : yes}
        </Button>
      </div>
    </>
  );
}
