import { decimal, type Money } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import type { ManyReply } from '#protocol/rest/forex.ts';
import { signedMoneyText, toneOf } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { setting } from '../../state/site.ts';
import { OrderField } from './order-field.tsx';
import { cardName, orderPriceText } from './order-texts.ts';

type ResultsProps = { reply: ManyReply; what: 'close' | 'cancel'; onDone: () => void };

/** What happened to each order. */
export function ManyResults({ reply, what, onDone }: ResultsProps) {
  const profit = decimal<Money>(reply.FactProfits);
  return (
    <>
      <dl class="order-fields">
        <OrderField label={what === 'close' ? t('orders:many.closed') : t('orders:many.cancelled')}>{reply.Done}</OrderField>
        {reply.Failed > 0 && <OrderField label={t('orders:many.failed')}>{reply.Failed}</OrderField>}
        {what === 'close' && (
          <OrderField label={t('orders:total.profit', { currency: setting('currency') })}>
            <span data-tone={toneOf(profit)}>{signedMoneyText(profit, 2)}</span>
          </OrderField>
        )}
      </dl>
      <section class="many-list" aria-label={t('orders:many.results')}>
        <ul>
          {reply.Results.map((result) => (
            <li key={result.Id} data-failed={result.Code === ERROR.ok ? undefined : ''}>
              <Icon name={result.Code === ERROR.ok ? 'check' : 'warning'} size={16} />
              <b>{cardName(result.Order)}</b>
              <small class="num">{resultText(result, what)}</small>
            </li>
          ))}
        </ul>
      </section>
      <div class="ask-buttons" data-columns="1">
        <Button kind="primary" size="tall" onClick={onDone}>
          {t('orders:many.done')}
        </Button>
      </div>
    </>
  );
}

/** 'at 1.08384 · +4.20'; for one that stayed the server's reason. */
function resultText({ Code, Msg, Order }: ManyReply['Results'][number], what: 'close' | 'cancel'): string {
  if (Code !== ERROR.ok || what === 'cancel') return Msg;
  const profit = signedMoneyText(decimal<Money>(Order.FactProfits), 2);
  return t('orders:many.at', { price: orderPriceText(Order, Order.UpdatePrice), profit });
}
