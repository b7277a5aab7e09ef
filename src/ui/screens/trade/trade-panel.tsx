/** What is under the chart: the contract form, or micro trades where the site has them. Comes after the chart; micro trades with their tab. */
import { type ReadonlySignal, type Signal, useComputed } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Side } from '#domain/contract.ts';
import type { Product } from '#domain/product.ts';
import { Tabs } from '../../kit/tabs.tsx';
import { needTexts, t } from '../../language/i18n.ts';
import { lazyCode } from '../../lazy/lazy-code.ts';
import { LazyView } from '../../lazy/lazy-view.tsx';
import { flag } from '../../state/site.ts';
import type { ChartFeed } from './chart/chart-feed.ts';
import { TicketPanel } from './ticket/ticket-panel.tsx';
import { createTicketState } from './ticket/ticket-state.ts';
import { useToldElsewhere } from './ticket/use-told-elsewhere.ts';
import { tradeKind } from './trade-kind.ts';
import './trade-panel.css';

const microPanel = lazyCode(async () => {
  const [{ MicroPanel }] = await Promise.all([import('./micro/micro-panel.tsx'), needTexts('micro')]);
  return MicroPanel;
});
const PRELOAD_AFTER_MS = 2_000;

type TradePanelProps = {
  product: Product;
  /** Where a login leads back to. */
  from: string;
  /** A side of the contract form that a visitor pressed before this was here. */
  wanted: Signal<Side | undefined>;
  /** The candles of the chart, once they are drawn. */
  shown: ReadonlySignal<ChartFeed | undefined>;
};

export function TradePanel({ shown, ...contract }: TradePanelProps) {
  const state = useMemo(() => createTicketState(contract.product), []);
  const hasMicro = flag('is_micro');
  const showsTicket = useComputed(() => !flag('is_micro') || tradeKind.value === 'contract');
  useToldElsewhere(state, showsTicket);
  useAddress();
  useEffect(() => {
    if (!hasMicro) return undefined;
    const timer = setTimeout(() => void microPanel.load().catch(() => undefined), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hasMicro]);
  if (!hasMicro) return <TicketPanel {...contract} state={state} />;
  const kind = tradeKind.value;
  return (
    <>
      <div class="trade-kinds">
        <Tabs
          label={t('ticket:kind')}
          variant="segmented"
          items={[
            { value: 'contract', label: t('ticket:kind.contract') },
            { value: 'micro', label: t('ticket:kind.micro') },
          ]}
          selected={kind}
          onSelect={(next) => (tradeKind.value = next)}
        />
      </div>
      {kind === 'contract' ? (
        <TicketPanel {...contract} state={state} />
      ) : (
        <LazyView code={microPanel} props={{ product: contract.product, from: contract.from, shown }} />
      )}
    </>
  );
}

/** '/trade?tab=1' leads to micro trades, 'tab=0' to contracts; without it the form stays the one that was there. */
function useAddress(): void {
  const { tab } = useLocation().query;
  // With the drawing and not after it: who presses the other form at once is not brought back.
  useLayoutEffect(() => {
    if (tab !== undefined) tradeKind.value = tab === '1' ? 'micro' : 'contract';
  }, [tab]);
}
