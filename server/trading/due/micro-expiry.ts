/**
 * The end of a micro trade (decision D9.18): at the newest price of its product before the first tick of any product that is later than its
 * expiry. An operator's closing of the product changes nothing (decision D9.22).
 */
import { staleAfterMs } from '#domain/freshness.ts';
import { endMicro, expiryEnding } from '../micro/micro-ending.ts';
import { microEvent } from '../micro/shown-micro.ts';
import type { DueKind } from './due-kind.ts';

export const microExpiry: DueKind = {
  async run(trx, at, { subject }, { micros, catalogue }) {
    const micro = micros.find(({ id }) => id === subject);
    if (!micro) return undefined;
    const product = catalogue.byId(micro.productId);
    const moment = { endKnownSeq: at.market.seq, silentMs: staleAfterMs(product?.categoryId) };
    const ending = expiryEnding(micro, at.market.quoteOf(micro.productId), moment);
    const ended = await endMicro(trx, at.account, micro, ending, at.live.length === 0);
    at.moved(microEvent(ended, product, ending.completedAtMs));
    return undefined;
  },
};
