/** Bytes that live on after a full collection, of a page and of its worker. */
import type { CDPSession } from 'playwright';

const ANSWER_WITHIN_MS = 10_000;

type Heap = { bytes(): Promise<number> };

export const pageHeap = (cdp: CDPSession): Heap => ({
  async bytes() {
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize;
  },
});

/** The first worker of a page. Its messages travel inside those of the page's session. */
export async function workerHeap(cdp: CDPSession): Promise<Heap> {
  const attached = new Promise<string>((resolve, reject) => {
    setTimeout(() => reject(new Error('the page has no worker')), ANSWER_WITHIN_MS);
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => targetInfo.type === 'worker' && resolve(sessionId));
  });
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const sessionId = await attached;
  let lastId = 0;
  const ask = (method: string): Promise<{ usedSize?: number }> => {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the worker does not answer ${method}`)), ANSWER_WITHIN_MS);
      const hear = ({ message }: { message: string }) => {
        const reply = JSON.parse(message) as { id?: number; result?: { usedSize?: number } };
        if (reply.id !== id) return;
        clearTimeout(timer);
        cdp.off('Target.receivedMessageFromTarget', hear);
        resolve(reply.result ?? {});
      };
      cdp.on('Target.receivedMessageFromTarget', hear);
      void cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    });
  };
  return {
    async bytes() {
      await ask('HeapProfiler.collectGarbage');
      return (await ask('Runtime.getHeapUsage')).usedSize ?? Number.NaN;
    },
  };
}
