/** A wait between two tries that the way back to the server ends. */
import type { Wire } from '#rest/wire.ts';
import { linkTrouble } from '../state/link.ts';

/** Its person waits to hear what became of their order: it is asked for with the first sign of the network, and once prices come again. */
export async function pauseUntilBack(parts: Wire['parts'], delayMs: number): Promise<void> {
  let stop: () => void = () => undefined;
  const back = new Promise<void>((resolve) => {
    let before = linkTrouble.peek();
    stop = linkTrouble.subscribe((trouble) => {
      if (trouble === 'none' ? before !== 'none' : before === 'offline' && trouble !== 'offline') resolve();
      before = trouble;
    });
  });
  await Promise.race([back, parts.sleep(delayMs)]);
  stop();
}
