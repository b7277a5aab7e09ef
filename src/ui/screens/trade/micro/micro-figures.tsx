import type { Money } from '#domain/decimal.ts';
import type { MicroSide } from '#domain/micro.ts';
import type { MicroDuration } from '#domain/micro-trade.ts';
import { oldMark } from '../../../freshness/freshness.tsx';
import { PriceText } from '../../../kit/price-text.tsx';
import { t } from '../../../language/i18n.ts';
import { durationText, rateText, untilText } from '../../../orders/micro/micro-texts.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { quoteOf } from '../../../state/quotes.ts';
import { setting } from '../../../state/site.ts';
import { amountText, numberText, signedAmountText, UNKNOWN } from '../../../text/format.ts';
import { lossRatio, type MicroForm, outcome } from './micro-form.ts';
import { useMicroBalanceText } from './use-micro-usable.ts';
import '../ticket/ticket-rows.css';

type FiguresProps = { productId: number; form: MicroForm; terms: MicroDuration | undefined; usable: Money | undefined };

/** What it would come to, right or wrong, and what there is to put on it. */
export function MicroFigures({ productId, form, terms, usable }: FiguresProps) {
  const balance = useMicroBalanceText();
  const quote = quoteOf(productId);
  const found = outcome(form, terms, { usable, lossLevel: setting('micro_loss_level') });
  return (
    <>
      <dl class="ticket-rows micro-figures" {...oldMark(productId)}>
        <OrderField label={t('micro:rate')}>{terms ? rateText(terms.ratio) : UNKNOWN}</OrderField>
        <OrderField label={t('micro:expected')}>
          <span data-tone={found && 'up'}>{found ? signedAmountText(found.income, 2) : UNKNOWN}</span>
        </OrderField>
        <OrderField label={t('micro:total-return')}>{found ? amountText(found.totalReturn, 2) : UNKNOWN}</OrderField>
        <OrderField label={t('micro:lost')}>
          <span data-tone={found && 'down'}>{found ? signedAmountText(found.lost, 2) : UNKNOWN}</span>
        </OrderField>
        <OrderField label={t('micro:balance')}>{balance}</OrderField>
        <OrderField label={t('micro:now')}>
          <PriceText text={quote.priceText} tone={quote.tone} />
        </OrderField>
      </dl>
      <p class="micro-rules">{t('micro:no-early')}</p>
    </>
  );
}

/** A share of one as so many of a hundred, one digit where it is one: '50.1', and '50' in place of '50.0'. */
const hundredths = (share: bigint): string => numberText(amountText(share * 100n, 1));

type OddsProps = { terms: MicroDuration | undefined; form: MicroForm; side: MicroSide };

/**
 * What wins and what that pays, what is lost else, and what it comes to by chance: where nobody knows the odds, without them. Up to a chosen end
 * it is said of the listed duration whose terms hold for it, which is what the server goes by (decisions D9.167, D9.253).
 */
export function MicroOdds({ terms, form, side }: OddsProps) {
  if (!terms) return null;
  const duration = durationText(terms.seconds);
  const result = { rate: rateText(terms.ratio), loss: rateText(lossRatio(terms.ratio, setting('micro_loss_level'))) };
  const odds = { duration, wins: hundredths(terms.winShare), cost: hundredths(terms.averageCost) };
  return (
    <p class="micro-odds">
      <b>{t(`micro:wins.${side}`, result)}</b>
      {form.by === 'until' && ` ${t('micro:end.terms', { duration, time: untilText(form.untilMs) })}`}
      {terms.winShare > 0n && ` ${t('micro:odds', odds)}`}
    </p>
  );
}
