import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { standsBelow } from '#domain/stops.ts';
import { Banner } from '../../../kit/banner.tsx';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { t } from '../../../language/i18n.ts';
import { profitAt } from '../../../orders/order-position.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { setting } from '../../../state/site.ts';
import { priceText, signedMoneyText, toneOf, UNKNOWN } from '../../../text/format.ts';
import { allowedStop } from './chart-order-lines.ts';
import { orderText } from './chart-order-texts.ts';
import type { StopEdit, StopEditState } from './chart-stop-edit.ts';
import './chart-stop-sheet.css';

type StopSheetProps = { state: StopEditState; order: Order | undefined; onClose: () => void };

/** Asks before a stop is moved: from where to where, and what it would come to. */
export function ChartStopSheet({ state, order, onClose }: StopSheetProps) {
  const open = useSignal(false);
  const edit = state.edit.value;
  const isAsked = edit !== undefined && order !== undefined;
  useEffect(() => {
    open.value = isAsked;
  }, [isAsked, edit]);
  useEffect(
    () =>
      open.subscribe((isOpen) => {
        if (!isOpen && state.edit.peek()) onClose();
      }),
    [],
  );
  const title = isAsked ? t(order[edit.stop] > 0n ? 'chart:edit.move' : 'chart:edit.set', { stop: t(`chart:${edit.stop}`) }) : '';
  return (
    <Sheet open={open} title={title} closeLabel={t('shell:close')}>
      {isAsked && <Question state={state} edit={edit} order={order} onDone={() => (open.value = false)} />}
    </Sheet>
  );
}

type QuestionProps = { state: StopEditState; edit: StopEdit; order: Order; onDone: () => void };

function Question({ state, edit, order, onDone }: QuestionProps) {
  const digits = order.product.pricePrecision;
  const isBusy = state.phase.value !== 'asking';
  const before = order[edit.stop];
  const isPending = order.state === 'pending';
  const money = profitAt(order, edit.price);
  const problem = useProblem(order, edit);
  const send = async () => {
    if (await state.send()) onDone();
  };
  return (
    <>
      <p class="stop-order">{t('chart:edit.order', { order: orderText(order), code: order.product.showCode })}</p>
      <dl class="stop-change">
        <div>
          <dt>{t('chart:edit.old')}</dt>
          <dd class="num">{before > 0n ? priceText(toNumber(before), digits) : t('chart:edit.none')}</dd>
        </div>
        <div>
          <dt>{t('chart:edit.new')}</dt>
          <dd class="num">
            <strong>{priceText(edit.price, digits)}</strong>
          </dd>
        </div>
        <div>
          <dt>{t('chart:edit.money', { currency: setting('currency') })}</dt>
          <dd class="num" data-tone={money === undefined ? '' : toneOf(money)}>
            {money === undefined ? UNKNOWN : signedMoneyText(money, 2)}
          </dd>
        </div>
        <div>
          <dt>{t(isPending ? 'chart:edit.waits' : 'chart:edit.now')}</dt>
          <dd class="num">{isPending ? priceText(toNumber(order.askedPrice), digits) : quoteOf(order.product.id).priceText}</dd>
        </div>
      </dl>
      <p class="stop-note">{t('chart:edit.note')}</p>
      {state.refusal.value && (
        <Banner tone="bad" role="alert">
          {state.refusal.value}
        </Banner>
      )}
      <p class="stop-reason" role="status">
        {state.phase.value === 'checking' ? t('chart:edit.checking') : isBusy ? '' : problem}
      </p>
      <div class="stop-actions">
        <Button size="tall" onClick={onDone}>
          {t('chart:edit.keep')}
        </Button>
        <Button kind="primary" size="tall" busy={isBusy} disabled={problem !== ''} onClick={send}>
          {isBusy ? t('chart:edit.sending') : t('chart:edit.send', { price: priceText(edit.price, digits) })}
        </Button>
      </div>
    </>
  );
}

/** Why the stop cannot be sent any more: the price went past it while the person thought. '' when it can. */
function useProblem(order: Order, { stop, price }: StopEdit): string {
  const digits = order.product.pricePrecision;
  const reference = order.state === 'pending' ? toNumber(order.askedPrice) : quoteOf(order.product.id).close.value;
  if (!Number.isFinite(reference) || allowedStop(order.side, stop, price, { reference, digits }) === price) return '';
  const values = { price: priceText(reference, digits) };
  return standsBelow(order.side, stop) ? t('chart:edit.below', values) : t('chart:edit.above', values);
}
