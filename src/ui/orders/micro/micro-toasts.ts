/** What became of a micro trade, said on whatever page its person is on: side, product and money, in the colour of the money. */
import type { MicroTrade } from '#domain/micro-trade.ts';
import { toast } from '../../kit/toast.tsx';
import { needTexts, t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { moneyText } from '../../text/money.ts';
import { feelResult } from '../result-toast.ts';
import { microCardName, microPriceText } from './micro-texts.ts';
import { microTradesPath, microToShow } from './micro-to-show.ts';
import { seenMicro } from './seen-micro.ts';

const WORDS = { good: 'micro:news.won', bad: 'micro:news.lost', info: 'micro:news.void' } as const;

/** The trade has ended. Whose sheet is open is not told of it twice, but feels it. */
export async function toastMicro(trade: MicroTrade): Promise<void> {
  const profit = trade.profit ?? 0n;
  const kind = trade.state === 'void' ? 'info' : profit >= 0n ? 'good' : 'bad';
  feelResult(kind !== 'bad');
  if (seenMicro.has(trade.id) && !document.hidden) return;
  await needTexts('micro').catch(() => undefined);
  toast(t(WORDS[kind], { order: microCardName(trade) }), kind, {
    money: moneyText(kind === 'info' ? trade.stake : profit, { sign: kind !== 'info' }),
    detail: t('micro:news.prices', { open: microPriceText(trade, trade.openPrice), end: microPriceText(trade, trade.endPrice) }),
    action: {
      label: t('micro:news.view'),
      run: () => {
        microToShow.value = trade.id;
        navigate(microTradesPath(3));
      },
    },
  });
}
