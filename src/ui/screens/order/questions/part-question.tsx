import { useSignal } from '@preact/signals';
import { decimal, formatDecimal, type Lots, type Money, parseDecimal } from '#domain/decimal.ts';
import { lotsInSteps, type PartProblem } from '#domain/lots.ts';
import { moneyOfPart } from '#domain/margin.ts';
import type { Order } from '#domain/order.ts';
import { chargesOf } from '#domain/order-result.ts';
import { Button } from '../../../kit/button.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { Stepper } from '../../../kit/stepper.tsx';
import { t } from '../../../language/i18n.ts';
import { ActionFoot } from '../../../orders/action-foot.tsx';
import { useLiveNumbers } from '../../../orders/live-numbers.ts';
import { LiveQuote, useBlock } from '../../../orders/live-quote.tsx';
import { useMoneyAction } from '../../../orders/money-action.ts';
import type { AskProps } from '../../../orders/order-ask.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { profitAt } from '../../../orders/order-position.ts';
import { chargesLabel, lotsText } from '../../../orders/order-texts.ts';
import { productMap } from '../../../state/products.ts';
import { amountTone, UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { shortMoneyText } from '../../../text/short-amount.ts';
import { sendClose } from './order-calls.ts';
import { type PartRules, partOfShare, partRules, typedPartProblem } from './part-rules.ts';

const SHARES = [25, 50, 75] as const;

/** Closes a part of a position: how much, what that part earns, and what stays. */
export function PartQuestion({ order, onDone }: AskProps) {
  const product = productMap.value.get(order.product.id);
  if (!product) return <Skeleton rows={3} kind="row" label={t('shell:loading')} />;
  return <PartForm order={order} rules={partRules(order, product)} onDone={onDone} />;
}

function PartForm({ order, rules, onDone }: { order: Order; rules: PartRules; onDone: () => void }) {
  const lots = useSignal(lotsInSteps(partOfShare(50, rules), rules.pip));
  const wasTried = useSignal(false);
  const action = useMoneyAction();
  const live = useLiveNumbers(order);
  const block = useBlock(order);
  const found = typedPartProblem(lots.value, rules);
  const isWhole = !found && decimal<Lots>(lots.value) === rules.quantity;
  const send = async () => {
    wasTried.value = true;
    if (typedPartProblem(lots.peek(), rules)) return;
    const part = isWhole ? undefined : decimal<Lots>(lots.peek());
    if (await action.run((onChecking) => sendClose(order, live.price.peek(), onChecking, part))) onDone();
  };
  return (
    <>
      <LiveQuote order={order} />
      <Stepper
        label={t('orders:part.lots')}
        value={lots}
        step={formatDecimal(rules.pip)}
        min={formatDecimal(rules.pip)}
        max={formatDecimal(order.lots)}
        lessLabel={t('orders:less')}
        moreLabel={t('orders:more')}
        problem={found && (wasTried.value || lots.value !== '') ? problemText(found, rules) : undefined}
        hint={t('orders:part.hint', { lots: lotsText(order), least: lotsInSteps(rules.min, rules.pip) })}
      />
      <div class="part-shares">
        {SHARES.map((share) => (
          <Button key={share} size="short" onClick={() => (lots.value = lotsInSteps(partOfShare(share, rules), rules.pip))}>
            {`${share}%`}
          </Button>
        ))}
        <Button size="short" onClick={() => (lots.value = lotsInSteps(rules.quantity, rules.pip))}>
          {t('orders:part.all')}
        </Button>
      </div>
      <PartFigures order={order} rules={rules} lots={found ? undefined : parseDecimal<Lots>(lots.value)} price={live.price.value} />
      <ActionFoot
        action={action}
        block={block}
        no={t('orders:keep')}
        onNo={onDone}
        yes={isWhole ? t('orders:close-position') : t('orders:part.close', { lots: lots.value })}
        busy={t('orders:closing')}
        onYes={send}
      />
    </>
  );
}

/** What the part books, its share of fee and nights in it as the server books it, and what comes free of the margin. */
function PartFigures({ order, rules, lots, price }: { order: Order; rules: PartRules; lots: Lots | undefined; price: number }) {
  const shareOf = (money: Money): Money =>
    lots === undefined || lots === rules.quantity ? money : moneyOfPart({ money, lots, wholeLots: rules.quantity });
  const profit = lots === undefined ? undefined : profitAt(order, price, lots);
  const charges = chargesOf({ fee: shareOf(order.fee), financing: shareOf(order.financing) });
  const net = profit === undefined ? undefined : profit + charges;
  const signed = (money: Money | undefined): string => (money === undefined ? UNKNOWN : moneyText(money, { sign: true }));
  return (
    <dl class="order-fields">
      <OrderField label={t('orders:part.profit')}>
        <span class="live">{signed(profit)}</span>
      </OrderField>
      <OrderField label={chargesLabel(order)}>{signed(lots === undefined ? undefined : charges)}</OrderField>
      <OrderField label={t('orders:net')}>
        <b class="live" data-tone={net === undefined ? undefined : amountTone(net, 2)}>
          {signed(net)}
        </b>
      </OrderField>
      <OrderField label={t('orders:part.margin')}>{lots === undefined ? UNKNOWN : shortMoneyText(shareOf(order.margin))}</OrderField>
      <OrderField label={t('orders:part.stays')}>
        {lots === undefined ? UNKNOWN : t('orders:lots', { lots: lotsInSteps(rules.quantity - lots, rules.pip) })}
      </OrderField>
    </dl>
  );
}

function problemText(found: PartProblem, rules: PartRules): string {
  switch (found) {
    case 'missing':
      return t('orders:part.missing');
    case 'above-quantity':
      return t('orders:part.above', { lots: lotsInSteps(rules.quantity, rules.pip) });
    case 'not-a-step':
      return t('orders:part.step', { lots: lotsInSteps(rules.pip, rules.pip) });
    case 'rest-below-min':
      return t('orders:part.rest', { lots: lotsInSteps(rules.min, rules.pip) });
  }
}
