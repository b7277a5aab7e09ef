import { netOf, sumOfResults } from '#domain/order-result.ts';
import { isDone, type Many, type ManyResult } from '#protocol/order-replies.ts';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { t } from '../../../language/i18n.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { cardName, netText, orderPriceText } from '../../../orders/order-texts.ts';
import { ResultFields } from '../../../orders/result-fields.tsx';

type ResultsProps = { reply: Many; what: 'close' | 'cancel'; onDone: () => void };

/** What happened to each order. */
export function ManyResults({ reply, what, onDone }: ResultsProps) {
  return (
    <>
      <dl class="order-fields">
        <OrderField label={what === 'close' ? t('orders:many.closed') : t('orders:many.cancelled')}>{reply.done}</OrderField>
        {reply.failed > 0 && <OrderField label={t('orders:many.failed')}>{reply.failed}</OrderField>}
        {what === 'close' && <ResultFields result={sumOfResults(reply.results.filter(isDone).map(({ order }) => order))} />}
      </dl>
      <section class="many-list" aria-label={t('orders:many.results')}>
        <ul>
          {reply.results.map((result) => (
            <li key={result.order.id} data-failed={isDone(result) ? undefined : ''}>
              <Icon name={isDone(result) ? 'check' : 'warning'} size={16} />
              <b>{cardName(result.order)}</b>
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

/** 'at 1.08384 · net +3.60'; for one that stayed the server's reason. */
function resultText(result: ManyResult, what: 'close' | 'cancel'): string {
  const { message, order } = result;
  if (!isDone(result) || what === 'cancel') return message;
  return t('orders:many.at', { price: orderPriceText(order, order.price), net: netText(netOf(order)) });
}
