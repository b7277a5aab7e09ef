import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { standsBelow } from '#domain/wrong-stops.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { priceText, signedMoneyText, toneOf, UNKNOWN } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { quoteOf } from '../../state/quotes.ts';
import { setting } from '../../state/site.ts';
import { allowedStop, isPendingRow, profitAt, sideOfRow, stopPrice } from './chart-order-lines.ts';
import { orderText } from './chart-order-texts.ts';
import type { StopEdit, StopEditState } from './chart-stop-edit.ts';
import './chart-stop-sheet.css';

type StopSheetProps = { state: StopEditState; row: OrderRow | undefined; onClose: () => void };

/** Asks before a stop is moved: from where to where, and what it would come to. */
export function ChartStopSheet({ state, row, onClose }: StopSheetProps) {
  const open = useSignal(false);
  const edit = state.edit.value;
  const isAsked = edit !== undefined && row !== undefined;
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
  const title = isAsked ? t(stopPrice(row, edit.stop) > 0 ? 'chart:edit.move' : 'chart:edit.set', { stop: t(`chart:${edit.stop}`) }) : '';
  return (
    <Sheet open={open} title={title} closeLabel={t('shell:close')}>
      {isAsked && <Question state={state} edit={edit} row={row} onDone={() => (open.value = false)} />}
    </Sheet>
  );
}

type QuestionProps = { state: StopEditState; edit: StopEdit; row: OrderRow; onDone: () => void };

function Question({ state, edit, row, onDone }: QuestionProps) {
  const digits = row.ForexTradeLists.PricePrecision;
  const isBusy = state.phase.value !== 'asking';
  const before = stopPrice(row, edit.stop);
  const money = profitAt(row, edit.price);
  const problem = useProblem(row, edit);
  const send = async () => {
    if (await state.send()) onDone();
  };
  return (
    <>
      <p class="stop-order">{t('chart:edit.order', { order: orderText(row), code: row.ForexTradeLists.ShowCode })}</p>
      <dl class="stop-change">
        <div>
          <dt>{t('chart:edit.old')}</dt>
          <dd class="num">{before > 0 ? priceText(before, digits) : t('chart:edit.none')}</dd>
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
          <dt>{t(isPendingRow(row) ? 'chart:edit.waits' : 'chart:edit.now')}</dt>
          <dd class="num">{isPendingRow(row) ? priceText(row.OriginPrice, digits) : quoteOf(row.ForexTradeLists.Id).priceText}</dd>
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
function useProblem(row: OrderRow, { stop, price }: StopEdit): string {
  const digits = row.ForexTradeLists.PricePrecision;
  const reference = isPendingRow(row) ? row.OriginPrice : quoteOf(row.ForexTradeLists.Id).close.value;
  if (!Number.isFinite(reference) || allowedStop(sideOfRow(row), stop, price, { reference, digits }) === price) return '';
  const values = { price: priceText(reference, digits) };
  return standsBelow(sideOfRow(row), stop) ? t('chart:edit.below', values) : t('chart:edit.above', values);
}
