import { batch } from '@preact/signals';
import { ownFrame } from '../../browser/own-task.ts';

/** Pictures of one frame: those of a whole list at once would hold up a finger for a tenth of a second on a slow phone. */
const A_FRAME = 4;

/** Does this work, a little in each frame. */
export async function frameByFrame(works: readonly (() => unknown)[]): Promise<void> {
  for (let at = 0; at < works.length; at += A_FRAME) {
    batch(() => {
      for (const work of works.slice(at, at + A_FRAME)) work();
    });
    await ownFrame();
  }
}
