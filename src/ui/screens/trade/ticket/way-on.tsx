import { affordableLots } from '#domain/affordable-lots.ts';
import { type Lots, parseDecimal } from '#domain/decimal.ts';
import { lotsInSteps, smallestLots } from '#domain/lots.ts';
import type { Product } from '#domain/product.ts';
import { t } from '../../../language/i18n.ts';
import { PATHS } from '../../../paths.ts';
import { usable } from '../../../state/account.ts';
import { flag } from '../../../state/site.ts';
import { isDemo } from '../../../state/user.ts';
import { neededMoney } from './ticket-block.ts';
import type { TicketState } from './ticket-state.ts';

/**
 * Beside "Not enough available": the most lots that can be paid for; where there are none, of a demo account the way to start it over, of one's own
 * the way to try it with play money.
 */
export function WayOn({ product, state }: { product: Product; state: TicketState }) {
  const ticket = state.ticket.value;
  const cost = neededMoney();
  if (!ticket || cost === undefined) return null;
  const lots = parseDecimal<Lots>(ticket.lots) ?? 0n;
  const fewer = affordableLots({ lots, cost }, usable.value, product.lots);
  if (fewer > 0n && fewer < lots && fewer >= smallestLots(product.lots)) {
    const text = lotsInSteps(fewer, product.lots.pip);
    return (
      <button
        type="button"
        class="trade-bar-way"
        aria-label={t('ticket:fewer.name', { lots: text })}
        onClick={() => state.change({ type: 'lots', lots: text })}
      >
        {t('ticket:fewer', { lots: text })}
      </button>
    );
  }
  if (!isDemo.value) return flag('is_mock_login') ? <PractiseWay /> : null;
  return (
    <a class="trade-bar-way" href={`#${PATHS.account}`}>
      {t('ticket:demo.reset')}
    </a>
  );
}

/** Its code comes with the press. */
const PractiseWay = () => (
  <button type="button" class="trade-bar-way" onClick={() => void import('../../../security/practise.ts').then((code) => code.practise())}>
    {t('ticket:practise')}
  </button>
);
