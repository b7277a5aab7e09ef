import { useEffect, useRef } from 'preact/hooks';
import { type Money, parseDecimal } from '#domain/decimal.ts';
import type { MicroDuration } from '#domain/micro-trade.ts';
import type { Product } from '#domain/product.ts';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { sessionStatus } from '../../../state/session.ts';
import { amountText } from '../../../text/format.ts';
import type { Sending } from '../visit/begun.ts';
import { StartDoors } from '../visit/start-doors.tsx';
import { begunMicro } from './begun-micro.ts';
import { useMicroBlock } from './micro-bar.tsx';
import { type MicroForm, problems, summary } from './micro-form.ts';
import type { MicroState } from './micro-state.ts';

type FootProps = {
  product: Product;
  state: MicroState;
  form: MicroForm;
  terms: MicroDuration | undefined;
  usable: Money | undefined;
  from: string;
};

/** The one button that sends it, and why it waits or was refused; for a visitor the ways in. */
export function MicroFoot({ product, state, form, terms, usable, from }: FootProps) {
  const block = useMicroBlock(product);
  const found = problems(form, terms, usable);
  const reason = found.duration
    ? t(form.by === 'until' ? 'micro:choose.end' : 'micro:choose')
    : found.stake === 'missing'
      ? t('micro:amount.missing')
      : block;
  const isBlocked = found.duration !== undefined || found.stake !== undefined || block !== undefined;
  const isVisitor = sessionStatus.value === 'visitor';
  const phase = state.phase.value;
  const foot = useRef<HTMLDivElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const isAnswered = wasBusy.current && phase === undefined;
    if (isAnswered && document.activeElement === foot.current) foot.current?.querySelector('button')?.focus();
    wasBusy.current = phase !== undefined;
  }, [phase]);
  const asked = () => terms && summary(form, terms, { side: state.side.peek(), seenPrice: quoteOf(product.id).close.peek() });
  const send = () => {
    const trade = isBlocked ? undefined : asked();
    if (!trade) return;
    // A button that waits is disabled and would lose the focus to the page.
    foot.current?.focus();
    void state.send(trade);
  };
  const begin = () => {
    const trade = isBlocked ? undefined : asked();
    return trade && ((sending?: Sending) => begunMicro.keep(form, sending && { ...sending, asked: trade }));
  };
  return (
    <div ref={foot} class="micro-foot" data-doors={isVisitor || undefined} tabIndex={-1}>
      <Refused text={state.refusal.value} />
      <p class="ticket-reason" role="status">
        {phase === 'checking' ? t('micro:checking') : reason}
      </p>
      {isVisitor ? (
        <StartDoors detail={t('micro:start.detail')} from={from} begin={begin} />
      ) : (
        <Button kind={state.side.value} size="tall" disabled={isBlocked} busy={phase !== undefined} onClick={send}>
          <span class="ticket-sentence">{phase ? t('micro:sending') : confirmText(state, form, found.stake === undefined)}</span>
        </Button>
      )}
    </div>
  );
}

/** An amount that cannot be sent is not said as if it were. */
const confirmText = (state: MicroState, form: MicroForm, isStakeSound: boolean): string =>
  isStakeSound
    ? t(`micro:confirm.${state.side.value}`, { amount: amountText(parseDecimal<Money>(form.stake) ?? 0n, 2) })
    : t(`micro:confirm.bare.${state.side.value}`);

/** Why the last one was refused: the server's own words. */
function Refused({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p class="trade-bar-refusal" role="alert">
      <Icon name="warning" size={18} />
      <span>{text}</span>
    </p>
  );
}
