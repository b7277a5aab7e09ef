/** Micro trades of a product: its current candle, the trades that run, and the two buttons that open the sheet. Comes with its tab. */
import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import type { MicroSide } from '#domain/micro.ts';
import type { MicroTerms } from '#domain/micro-trade.ts';
import type { Product } from '#domain/product.ts';
import { t } from '../../../language/i18n.ts';
import { navigate } from '../../../navigation/navigate.ts';
import { startMicros } from '../../../orders/micro/micro-life.ts';
import { MicroSheet } from '../../../orders/micro/micro-sheet.tsx';
import { loginPath } from '../../../paths.ts';
import { sessionNumber, sessionStatus } from '../../../state/session.ts';
import { flag } from '../../../state/site.ts';
import type { ChartFeed } from '../chart/chart-feed.ts';
import { useBegun } from '../visit/use-begun.ts';
import { begunMicro } from './begun-micro.ts';
import { MicroAskSheet } from './micro-ask-sheet.tsx';
import { MicroBar } from './micro-bar.tsx';
import { MicroCandle } from './micro-candle.tsx';
import { initial } from './micro-form.ts';
import { createMicroState, type MicroState } from './micro-state.ts';
import { type ReadTerms, serverNow, useMicroTerms } from './micro-terms.ts';
import { RunningMicros } from './running-micros.tsx';
import './micro-panel.css';

type MicroPanelProps = {
  product: Product;
  /** Where a login leads back to. */
  from: string;
  /** The candles of the chart, once they are drawn. */
  shown: ReadonlySignal<ChartFeed | undefined>;
};

export function MicroPanel({ product, from, shown }: MicroPanelProps) {
  const state = useMemo(createMicroState, []);
  const terms = useMicroTerms(product.id);
  useEffect(() => {
    if (sessionStatus.value === 'in') startMicros();
  }, [sessionStatus.value, sessionNumber.value]);
  useFormOf(product, state, terms.data.value);
  useBegun(begunMicro, product.id, (form, sending) => {
    state.form.value = form;
    if (!sending) return;
    state.side.value = sending.asked.side;
    void state.send(sending.asked);
  });
  return (
    <div class="micro">
      <MicroCandle shown={shown} digits={product.pricePrecision} />
      <RunningMicros productId={product.id} onShow={(id) => (state.shownId.value = id)} otherwise={t('micro:about')} />
      <MicroBar product={product} state={state} onPress={(side) => press(side, { state, terms: terms.data.peek(), from })} />
      <MicroAskSheet product={product} state={state} terms={terms} from={from} />
      <MicroSheet id={state.shownId} />
    </div>
  );
}

type Pressed = { state: MicroState; terms: ReadTerms | undefined; from: string };

/** A visitor meets the sheet where play money can be had in it; elsewhere the way in is the login. */
function press(side: MicroSide, { state, terms, from }: Pressed): void {
  if (sessionStatus.peek() === 'checking') return;
  if (sessionStatus.peek() === 'visitor' && !flag('is_mock_login')) {
    navigate(loginPath(from));
    return;
  }
  state.side.value = side;
  state.refusal.value = undefined;
  const form = state.form.peek();
  // An end that has come too near meanwhile is not what the sheet opens with.
  if (form && terms) state.change({ type: 'by', by: form.by, terms, nowMs: serverNow(terms) });
  state.isAsking.value = true;
}

/** A form of this product's terms; what was filled in stays as long as the product does. */
function useFormOf(product: Product, state: MicroState, terms: MicroTerms | undefined): void {
  const isOther = state.form.value?.productId !== product.id;
  // With the drawing and not after it: a press of what has just been drawn opens a sheet that must stay.
  useLayoutEffect(() => {
    state.isAsking.value = false;
    state.shownId.value = 0;
  }, [product.id]);
  useEffect(() => {
    if (isOther) state.form.value = terms && initial(product.id, terms);
  }, [isOther, terms]);
}
