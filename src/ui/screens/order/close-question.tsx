import { t } from '../../i18n.ts';
import { PriceText } from '../../kit/price-text.tsx';
import { setting } from '../../state/site.ts';
import { ActionFoot } from './action-foot.tsx';
import { useLiveNumbers } from './live-numbers.ts';
import { LiveQuote, useBlock } from './live-quote.tsx';
import { useMoneyAction } from './money-action.ts';
import type { AskProps } from './order-ask.ts';
import { closePosition } from './order-calls.ts';
import { OrderField } from './order-field.tsx';
import { orderPriceText } from './order-texts.ts';

/** Asks before a position is closed: at which price, how old that price is, and what it would come to. */
export function CloseQuestion({ row, onDone }: AskProps) {
  const action = useMoneyAction();
  const live = useLiveNumbers(row);
  const block = useBlock(row);
  const send = async () => {
    if (await action.run((onChecking) => closePosition(row, live.price.peek(), onChecking))) onDone();
  };
  return (
    <>
      <LiveQuote row={row} />
      <dl class="order-fields">
        <OrderField label={t('orders:open-price')}>{orderPriceText(row, row.Price)}</OrderField>
        <OrderField label={t('orders:profit', { currency: setting('currency') })}>
          <PriceText text={live.profitText} tone={live.tone} />
        </OrderField>
      </dl>
      <p class="ask-note">{t('orders:close.note')}</p>
      <ActionFoot
        action={action}
        block={block}
        no={t('orders:keep')}
        onNo={onDone}
        yes={t('orders:close')}
        busy={t('orders:closing')}
        onYes={send}
      />
    </>
  );
}
