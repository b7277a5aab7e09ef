/** A stored micro trade at a moment, as the person is shown it. */
import { microState } from '#domain/micro-trade.ts';
import { microToWire, type ShownMicro } from '#protocol/micro-wire.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import type { OutboxEvent } from '../../repositories/outbox-repository.ts';
import type { StoredMicro } from '../../repositories/stored-micro.ts';

/** `nowMs`: tape time. */
export function shownMicro(micro: StoredMicro, product: Product | undefined, nowMs: number): ShownMicro {
  const state = microState(micro.end);
  const isRunning = state === 'running';
  return {
    id: micro.id,
    product: {
      id: micro.productId,
      code: product?.code ?? '',
      showCode: product?.showCode ?? '',
      pricePrecision: product?.pricePrecision ?? 0,
    },
    side: micro.side,
    state,
    stake: micro.stake,
    ratio: micro.ratio,
    seconds: micro.seconds,
    expireAtMs: micro.expireAtMs,
    remainMs: isRunning ? Math.max(0, micro.expireAtMs - nowMs) : 0,
    openPrice: micro.openPrice,
    endPrice: state === 'closed' ? micro.endPrice : undefined,
    profit: isRunning ? undefined : micro.profit,
    createdMs: micro.createdAtMs,
    completedMs: isRunning ? undefined : micro.completedAtMs,
    lossLevel: micro.lossLevel,
    end: micro.end,
    memo: '',
    openSeq: micro.openSeq,
    endSeq: micro.endSeq,
  };
}

/** A micro trade began, or is over. `nowMs`: tape time. */
export const microEvent = (micro: StoredMicro, product: Product | undefined, nowMs: number): OutboxEvent => ({
  topic: micro.end === '' ? 'MICRO' : 'MICRO_CLOSED',
  payload: { data: microToWire(shownMicro(micro, product, nowMs)) },
});
