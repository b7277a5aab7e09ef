import { useEffect, useRef } from 'preact/hooks';
import { decimalFromNumber, type Price } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { STOP_NAMES, type StopName, standsBelow } from '#domain/stops.ts';
import { cutPrice, priceStep } from '#domain/typed-price.ts';
import { SwitchedNumber } from '../kit/switched-number.tsx';
import { t } from '../language/i18n.ts';
import { farPrice } from '../text/far-price.ts';
import { amountTone } from '../text/format.ts';
import { moneyText } from '../text/money.ts';
import { ActionFoot } from './action-foot.tsx';
import { LiveQuote } from './live-quote.tsx';
import type { AskProps } from './order-ask.ts';
import { netAt } from './order-position.ts';
import { orderPriceText } from './order-texts.ts';
import { stopBesideText } from './stop-beside-text.ts';
import { StopOffsets } from './stop-offsets.tsx';
import { type DraggedStop, type StopsEdit, useStopsEdit } from './use-stops-edit.ts';
import './stops-question.css';

type StopsProps = Pick<AskProps, 'order' | 'onDone'> & {
  /** It alone is asked about; without one, both stops are. */
  dragged?: DraggedStop;
  /** The stop that somebody has come to set: on, beside the price, with the cursor in it, unless the order has it already. */
  begins?: StopName;
};

/** The one editor of stops: of a position or a pending order, at any hour. What was typed stays until it is saved. */
export function StopsQuestion({ order, onDone, dragged, begins }: StopsProps) {
  const edit = useStopsEdit(order, { dragged, begins });
  const fields = useRef<HTMLDivElement>(null);
  // The sheet has the focus as it opens; the field takes it from there.
  useEffect(() => {
    if (!begins) return undefined;
    const frame = requestAnimationFrame(() => fields.current?.querySelector<HTMLInputElement>('input:enabled')?.select());
    return () => cancelAnimationFrame(frame);
  }, []);
  const shown = dragged ? [dragged.stop] : STOP_NAMES;
  const save = async () => {
    if (await edit.save()) onDone();
  };
  return (
    <>
      <LiveQuote order={order} />
      <div ref={fields}>
        {shown.map((stop) => (
          <StopField key={stop} order={order} stop={stop} edit={edit} />
        ))}
      </div>
      <p class="ask-note">{order.state === 'pending' ? t('orders:stops.note-pending') : t('orders:stops.note')}</p>
      <ActionFoot
        action={edit.action}
        block={heldText(edit)}
        isRefusalShown={edit.isRefusalAtField}
        no={t('orders:back')}
        onNo={onDone}
        yes={t('orders:stops.save')}
        busy={t('orders:saving')}
        kind="primary"
        onYes={save}
      />
    </>
  );
}

/** Why Save waits: once, so not where the field says it already. */
function heldText({ wrong, problemOf }: StopsEdit): string | undefined {
  if (!wrong) return undefined;
  return problemOf(wrong.stop) === undefined ? t('orders:stops.held', { stop: labelOf(wrong.stop), problem: wrong.text }) : '';
}

const labelOf = (stop: StopName): string => t(stop === 'stopLoss' ? 'orders:stop-loss' : 'orders:take-profit');

function StopField({ order, stop, edit }: { order: Order; stop: StopName; edit: StopsEdit }) {
  const { isOn, text } = edit.fields[stop];
  const precision = order.product.pricePrecision;
  const money = isOn.value && edit.isPossible(stop) ? netAt(order, Number(text.value)) : undefined;
  const label = labelOf(stop);
  const putBeside = (thousandths: bigint) => {
    const reference = decimalFromNumber<Price>(edit.reference);
    text.value = stopBesideText({ side: order.side, stop, thousandths }, reference, precision) ?? text.value;
  };
  return (
    <div class="stop-field">
      <SwitchedNumber
        label={label}
        isOn={isOn.value}
        onSwitch={(next) => edit.toggle(stop, next)}
        value={text}
        step={priceStep(precision, edit.reference)}
        offText={t('orders:stops.off')}
        problem={edit.problemOf(stop)}
        warning={isOn.value && edit.isPossible(stop) ? farText(order, text.value, edit) : undefined}
        hint={hintText(order, stop, edit)}
        onLeave={() => {
          text.value = cutPrice(text.peek(), precision);
          edit.leave(stop);
        }}
      >
        {money !== undefined && (
          <p class="stop-money num live" data-tone={amountTone(money, 2)}>
            {t('orders:stops.money', { money: moneyText(money, { sign: true }) })}
          </p>
        )}
        <StopOffsets stop={stop} label={label} sides={[{ side: order.side }]} onPick={(_, thousandths) => putBeside(thousandths)} />
      </SwitchedNumber>
    </div>
  );
}

/** 'Below 1.08342', and of one that is moved 'Below 1.08342, until now 1.08000': where this stop may be, and where it stands. */
function hintText(order: Order, stop: StopName, edit: StopsEdit): string {
  const price = orderPriceText(order, edit.reference);
  const side = t(standsBelow(order.side, stop) ? 'orders:stops.below' : 'orders:stops.above', { price });
  return order[stop] > 0n && edit.isMoved(stop) ? t('orders:stops.hint', { side, price: orderPriceText(order, order[stop]) }) : side;
}

/** 'Far: 5.85% below 1.08342', of a stop that may be a slip: it can be saved as it is. */
function farText({ product }: Order, typed: string, edit: StopsEdit): string | undefined {
  const far = farPrice(typed, edit.reference, product.pricePrecision);
  return far && t(far.isAbove ? 'orders:stops.far-above' : 'orders:stops.far-below', far.values);
}
