/** What became of a micro trade, said on whatever page its person is on: side, product and money, in the colour of the money. */
import type { MicroTrade } from '#domain/micro-trade.ts';
import { toast } from '../../kit/toast.tsx';
import { needTexts, t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { sessionNumber } from '../../state/session.ts';
import { feelNews, feelResult } from '../result-toast.ts';
import { microOutcome, microResult } from './micro-result.ts';
import { microCardName, microPriceText } from './micro-texts.ts';
import { microToShow, microTradesPath } from './micro-to-show.ts';
import { seenMicro } from './seen-micro.ts';

const KINDS = { won: 'good', lost: 'bad', void: 'info' } as const;

/**
 * The trade has ended, told to a session; nobody else hears of it. A person whose sheet of it is open reads the result there, and only feels it.
 */
export async function toastMicro(trade: MicroTrade, session: number): Promise<void> {
  if (session !== sessionNumber.peek()) return;
  const outcome = microOutcome(trade);
  if (outcome === 'void') feelNews();
  else feelResult(outcome === 'won');
  if (seenMicro.has(trade.id) && !document.hidden) return;
  await needTexts('micro').catch(() => undefined);
  if (session !== sessionNumber.peek()) return;
  toast(t(`micro:news.${outcome}`, { order: microCardName(trade) }), KINDS[outcome], {
    money: microResult(trade).money,
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
