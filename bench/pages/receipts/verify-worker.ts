/** As a device does it: in a worker. */
import { verified } from './verify-file.ts';

addEventListener('message', ({ data: { text, pin } }: MessageEvent<{ text: string; pin: string }>) => {
  void verified(text, pin).then((found) => postMessage(found));
});
