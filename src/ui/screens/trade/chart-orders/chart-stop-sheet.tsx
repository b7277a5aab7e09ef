import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Order } from '#domain/order.ts';
import { Sheet } from '../../../kit/sheet.tsx';
import { needTexts, t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import { LazyView } from '../../../lazy/lazy-view.tsx';
import type { DraggedStop } from '../../../orders/use-stops-edit.ts';
import { orderText } from './chart-order-texts.ts';

/** A stop that was let go upon the chart, of which order. */
export type ChartStop = DraggedStop & { readonly orderId: number };
type StopSheetProps = { asked: Signal<ChartStop | undefined>; orders: readonly Order[]; onClose: () => void };

const editor = lazyCode(async () => {
  const [{ StopsQuestion }] = await Promise.all([import('../../../orders/stops-question.tsx'), needTexts('orders', 'errors')]);
  return StopsQuestion;
});

/** Asks before a stop is moved, in the editor of stops; it closes when its order does. */
export function ChartStopSheet({ asked, orders, onClose }: StopSheetProps) {
  const open = useSignal(false);
  const wasOpen = useRef(false);
  const stop = asked.value;
  const order = stop && orders.find((it) => it.id === stop.orderId);
  const isAsked = order !== undefined;
  useEffect(() => {
    // Where there is an order to drag a stop of, the editor should not have to be waited for.
    void editor.load().catch(() => undefined);
  }, []);
  useEffect(() => {
    open.value = isAsked;
  }, [isAsked, stop]);
  useEffect(
    () =>
      open.subscribe((isOpen) => {
        // A stop that was let go before this effect ran is about to open the sheet: it has not been closed.
        const isClosed = wasOpen.current && !isOpen;
        wasOpen.current = isOpen;
        if (isClosed && asked.peek()) onClose();
      }),
    [],
  );
  const title = order
    ? t('chart:edit.title', { stop: t(`chart:${stop.stop}`), order: orderText(order), code: order.product.showCode })
    : '';
  return (
    <Sheet open={open} title={title} closeLabel={t('shell:close')}>
      {order && <LazyView key={order.id} code={editor} props={{ order, dragged: stop, onDone: () => (open.value = false) }} />}
    </Sheet>
  );
}
