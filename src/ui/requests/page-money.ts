/**
 * The page's money calls: src/rest with the browser's own randomness, store and locks; what they answer is told to the engine, whichever
 * screen asked. Fetched with the first of them.
 */
import { CALL_ERROR, CallError } from '#rest/call-error.ts';
import { moneyCalls } from '#rest/money-call.ts';
import type { MoneyCalls } from '#rest/wire.ts';
import { storage } from '../browser/storage.ts';
import { tabLock } from '../browser/tab-lock.ts';
import { putReply } from '../engine/watch.ts';
import { isOffline } from '../state/link.ts';

const calls = moneyCalls({ random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)), storage, lock: tabLock });

export const pageMoney: MoneyCalls = {
  ...calls,
  async send(wire, ask) {
    // Nothing has left yet, and no key is kept: it need not be asked for when the network is back.
    if (isOffline.peek()) throw new CallError(CALL_ERROR.offline);
    const answer = await calls.send(wire, ask);
    if (answer.data !== null) putReply(answer.data);
    return answer;
  },
};
