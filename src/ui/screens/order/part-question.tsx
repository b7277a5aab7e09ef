import { useSignal } from '@preact/signals';
import { decimal, type Lots, type Money, parseDecimal } from '#domain/decimal.ts';
import type { PartProblem } from '#domain/lots.ts';
import { marginOfPart } from '#domain/margin.ts';
import type { OrderRow, ProductRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { toneOf, UNKNOWN } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Stepper } from '../../kit/stepper.tsx';
import { productMap } from '../../state/products.ts';
import { setting } from '../../state/site.ts';
import { ActionFoot } from './action-foot.tsx';
import { profitAt, useLiveNumbers } from './live-numbers.ts';
import { LiveQuote, useBlock } from './live-quote.tsx';
import { useMoneyAction } from './money-action.ts';
import type { AskProps } from './order-ask.ts';
import { closePosition } from './order-calls.ts';
import { OrderField } from './order-field.tsx';
import { lotsText, recordProfitText } from './order-texts.ts';
import { type PartRules, partOfShare, partRules, partText, typedPartProblem } from './part-rules.ts';

const SHARES = [25, 50, 75] as const;

/** Closes a part of a position: how much, what that part comes to, and what stays. */
export function PartQuestion({ row, onDone, show }: AskProps) {
  const product = productMap.value.get(row.ForexTradeLists.Id);
  if (!product) return <Skeleton rows={3} kind="row" label={t('shell:loading')} />;
  const rules = partRules(row, product);
  if (rules.largest === 0n) {
    return (
      <>
        <Banner>{t('orders:part.too-small', { lots: partText(rules.min, rules.pip) })}</Banner>
        <div class="ask-buttons">
          <Button size="tall" onClick={onDone}>
            {t('orders:keep')}
          </Button>
          <Button kind="primary" size="tall" onClick={() => show('close')}>
            {t('orders:close-position')}
          </Button>
        </div>
      </>
    );
  }
  return <PartForm row={row} product={product} rules={rules} onDone={onDone} />;
}

function PartForm({ row, product, rules, onDone }: { row: OrderRow; product: ProductRow; rules: PartRules; onDone: () => void }) {
  const lots = useSignal(partText(partOfShare(50, rules), rules.pip));
  const wasTried = useSignal(false);
  const action = useMoneyAction();
  const live = useLiveNumbers(row);
  const block = useBlock(row);
  const found = typedPartProblem(lots.value, rules);
  const isWhole = !found && decimal<Lots>(lots.value) === rules.quantity;
  const send = async () => {
    wasTried.value = true;
    if (typedPartProblem(lots.peek(), rules)) return;
    const part = isWhole ? undefined : lots.peek();
    if (await action.run((onChecking) => closePosition(row, live.price.peek(), onChecking, part))) onDone();
  };
  return (
    <>
      <LiveQuote row={row} />
      <Stepper
        label={t('orders:part.lots')}
        value={lots}
        step={product.Pip}
        min={product.Pip}
        max={row.Quantity}
        lessLabel={t('orders:less')}
        moreLabel={t('orders:more')}
        problem={found && (wasTried.value || lots.value !== '') ? problemText(found, rules) : undefined}
        hint={t('orders:part.hint', { lots: lotsText(row), least: partText(rules.min, rules.pip) })}
      />
      <div class="part-shares">
        {SHARES.map((share) => (
          <Button key={share} size="short" onClick={() => (lots.value = partText(partOfShare(share, rules), rules.pip))}>
            {`${share}%`}
          </Button>
        ))}
        <Button size="short" onClick={() => (lots.value = partText(rules.quantity, rules.pip))}>
          {t('orders:part.all')}
        </Button>
      </div>
      <PartFigures row={row} rules={rules} lots={found ? undefined : parseDecimal<Lots>(lots.value)} price={live.price.value} />
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

function PartFigures({ row, rules, lots, price }: { row: OrderRow; rules: PartRules; lots: Lots | undefined; price: number }) {
  const margin = decimal<Money>(row.CautionMoney);
  const profit = lots === undefined ? undefined : profitAt(row, price, lots);
  const released =
    lots === undefined ? undefined : lots === rules.quantity ? margin : marginOfPart({ margin, lots, wholeLots: rules.quantity });
  return (
    <dl class="order-fields">
      <OrderField label={t('orders:part.profit', { currency: setting('currency') })}>
        <span data-tone={profit === undefined ? undefined : toneOf(profit)}>
          {profit === undefined ? UNKNOWN : recordProfitText(profit)}
        </span>
      </OrderField>
      <OrderField label={t('orders:part.margin')}>{released === undefined ? UNKNOWN : exactMoneyText(released)}</OrderField>
      <OrderField label={t('orders:part.stays')}>
        {lots === undefined ? UNKNOWN : t('orders:lots', { lots: partText(rules.quantity - lots, rules.pip) })}
      </OrderField>
    </dl>
  );
}

function problemText(found: PartProblem, rules: PartRules): string {
  switch (found) {
    case 'missing':
      return t('orders:part.missing');
    case 'above-quantity':
      return t('orders:part.above', { lots: partText(rules.quantity, rules.pip) });
    case 'not-a-step':
      return t('orders:part.step', { lots: partText(rules.pip, rules.pip) });
    case 'rest-below-min':
      return t('orders:part.rest', { lots: partText(rules.min, rules.pip) });
  }
}
