import { decimal, formatDecimal, type Lots, type Money } from '#domain/decimal.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { priceText } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { ordersPath } from '../../paths.ts';
import { setting } from '../../state/site.ts';
import type { TicketState } from './ticket-state.ts';
import './filled-sheet.css';

/** Lots as a person reads them: at least two digits, '0.10'. */
const lotsShown = (text: string): string => formatDecimal(decimal<Lots>(text), 2);

/** What has just happened, in one sentence and three figures, with the way to the order. */
export function FilledSheet({ state }: { state: TicketState }) {
  const order = state.filled.value;
  if (!order) return null;
  const { ShowCode: code, PricePrecision: digits } = order.ForexTradeLists;
  const currency = setting('currency');
  const sentence = t(order.OrderType === 1 ? 'trade:filled.bought' : 'trade:filled.sold', {
    lots: lotsShown(order.Quantity),
    code,
    price: priceText(order.Price, digits),
  });
  return (
    <Sheet open={state.isSheetOpen} title={t('trade:filled.title')} closeLabel={t('shell:close')}>
      <div class="filled">
        <span class="filled-mark" data-side={order.OrderType === 1 ? 'up' : 'down'}>
          <Icon name="check" size={28} />
        </span>
        <p class="filled-sentence num">{sentence}</p>
      </div>
      <dl class="filled-figures">
        <div>
          <dt>{t('trade:margin-in', { currency })}</dt>
          <dd class="num">{exactMoneyText(decimal<Money>(order.CautionMoney))}</dd>
        </div>
        <div>
          <dt>{t('trade:fee')}</dt>
          <dd class="num">{exactMoneyText(decimal<Money>(order.TradeFee))}</dd>
        </div>
        <div>
          <dt>{t('trade:filled.number')}</dt>
          <dd class="num">{order.Id}</dd>
        </div>
      </dl>
      <div class="filled-actions">
        <a class="button" data-kind="plain" href={`#${ordersPath(1)}`}>
          {t('trade:filled.view')}
        </a>
        <Button kind="primary" onClick={() => (state.isSheetOpen.value = false)}>
          {t('shell:confirm')}
        </Button>
      </div>
    </Sheet>
  );
}
