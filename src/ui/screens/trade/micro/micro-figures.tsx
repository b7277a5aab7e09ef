import type { Money } from '#domain/decimal.ts';
import type { MicroDuration } from '#domain/micro-order.ts';
import { t } from '../../../language/i18n.ts';
import { rateText } from '../../../orders/micro/micro-texts.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { setting } from '../../../state/site.ts';
import { amountText, signedAmountText, UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { type MicroForm, outcome } from './micro-form.ts';
import '../ticket/ticket-rows.css';

type FiguresProps = { form: MicroForm; terms: MicroDuration | undefined; usable: Money | undefined };

/** What it would come to, right or wrong, what there is to put on it, and how the odds stand: said before the money is. */
export function MicroFigures({ form, terms, usable }: FiguresProps) {
  const found = outcome(form, terms, setting('micro_loss_level'));
  return (
    <>
      <dl class="ticket-rows micro-figures">
        <OrderField label={t('micro:rate')}>{terms ? rateText(terms.ratio) : UNKNOWN}</OrderField>
        <OrderField label={t('micro:expected')}>
          <span data-tone={found && 'up'}>{found ? signedAmountText(found.income, 2) : UNKNOWN}</span>
        </OrderField>
        <OrderField label={t('micro:returned')}>{found ? amountText(found.returned, 2) : UNKNOWN}</OrderField>
        <OrderField label={t('micro:lost')}>
          <span data-tone={found && 'down'}>{found ? signedAmountText(found.lost, 2) : UNKNOWN}</span>
        </OrderField>
        <OrderField label={t('micro:balance')}>{usable === undefined ? UNKNOWN : moneyText(usable)}</OrderField>
      </dl>
      <div class="micro-odds">
        {terms && <p>{oddsText(terms)}</p>}
        <p>
          {t('micro:odds.ties')} {t('micro:no-early')}
        </p>
      </div>
    </>
  );
}

/** '50.1 of 100 random trades of this duration win. A trade costs 7.3 % of its stake on average.' */
const oddsText = ({ winShare, averageCost }: MicroDuration): string =>
  t('micro:odds', { wins: amountText(winShare * 100n, 1), cost: amountText(averageCost * 100n, 1) });
