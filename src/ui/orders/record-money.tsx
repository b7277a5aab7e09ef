import type { Money } from '#domain/decimal.ts';
import { moneyText } from '../text/money.ts';
import './record-money.css';

/** A record's profit with its six digits (specification S1 section 9): two are read, the other four stand behind them, small and grey; its currency where no sum above names it. */
export function RecordMoney({ profit, withCode }: { profit: Money; withCode?: boolean }) {
  const [text = '', code] = moneyText(profit, { digits: 6, sign: true }).split(' ');
  return (
    <span class="record-money num">
      {text.slice(0, -4)}
      <small>{text.slice(-4)}</small>
      {withCode && ` ${code}`}
    </span>
  );
}
