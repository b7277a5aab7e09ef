/**
 * The page's money calls: src/rest with the browser's own randomness, store and locks; what they answer is told to the engine, whichever
 * screen asked. Fetched with the first of them.
 */
import { ERROR } from '#protocol/errors.ts';
import { pressedBy } from '#protocol/receipt-press.ts';
import type { ReceiptAsk } from '#protocol/receipts.ts';
import { CALL_ERROR, CallError } from '#rest/call-error.ts';
import { moneyCalls } from '#rest/money-call.ts';
import type { MoneyCalls, Params } from '#rest/wire.ts';
import { storage } from '../browser/storage.ts';
import { tabLock } from '../browser/tab-lock.ts';
import { enginePort, putReply } from '../engine/watch.ts';
import { isOffline } from '../state/link.ts';
import { openOrders } from '../state/orders.ts';
import { quoteOf } from '../state/quotes.ts';
import { pauseUntilBack } from './pause-until-back.ts';

const calls = moneyCalls({
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  storage,
  lock: tabLock,
  pause: pauseUntilBack,
});

/** An engine that is replaced meanwhile has no answer. */
const askEngine = (ask: ReceiptAsk) =>
  enginePort()
    .receipts?.(ask)
    ?.catch(() => undefined);

/** Number of the tick whose price stands on screen at this moment; 0 where the call is pressed by none, or it is not known (decision D9.294). */
async function seenBy(params: Params): Promise<number> {
  const by = pressedBy(params);
  const productId = by.productId || (openOrders.peek()?.find(({ id }) => id === by.orderId)?.product.id ?? 0);
  const timeMs = productId && quoteOf(productId).timeMs.peek();
  const reply = await askEngine({ kind: 'shown', productId, timeMs });
  return reply?.kind === 'seen' ? reply.seenSeq : 0;
}

/** What an executed call filled is held against what its person saw. */
function tell({ code }: { code: unknown }, path: string, data: unknown, seenSeq: number): void {
  if (code === ERROR.ok && seenSeq > 0) void askEngine({ kind: 'pressed', path, data, seenSeq });
}

export const pageMoney: MoneyCalls = {
  ...calls,
  async send(wire, ask) {
    // Nothing has left yet, and no key is kept: it need not be asked for when the network is back.
    if (isOffline.peek()) throw new CallError(CALL_ERROR.offline);
    const seenSeq = seenBy(ask.params);
    const answer = await calls.send(wire, { ...ask, options: { ...ask.options, seenSeq } });
    if (answer.data !== null) putReply(answer.data);
    void seenSeq.then((seq) => tell(answer, ask.endpoint.path, answer.data, seq));
    return answer;
  },
  async resolve(wire) {
    const resolved = await calls.resolve(wire);
    for (const one of resolved) tell(one, one.path, one.data, one.seenSeq);
    return resolved;
  },
};
