/**
 * Letters as a picture that a person reads and a machine finds harder to: bent outlines behind lines, as a PNG, since the outlines themselves
 * would be read off their paths. Drawn off the event loop, some at a time; what does not fit the queue is asked to come back.
 */
import { BusyError } from '../limits/busy-error.ts';

const DRAWN_AT_ONCE = 2;
const WAITING_MAX = 40;
const PICTURE = { width: 160, height: 56, fontSize: 56, noise: 3, color: true, background: '#f4f6f8' };

/** Gives a data URL. Throws `BusyError` when too many wait. */
export type PictureMaker = (letters: string) => Promise<string>;
/** The library's call that takes the letters; its types know only the one that thinks of them by itself, with guessable chance. */
type Outlines = (letters: string, options: typeof PICTURE) => string;

/** Loaded by the first who asks: most sites send codes. */
async function draw(letters: string): Promise<string> {
  const [{ default: outlines }, { default: sharp }] = await Promise.all([import('svg-captcha'), import('sharp')]);
  const svg = (outlines as unknown as Outlines)(letters, PICTURE);
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

export function createPictureMaker(): PictureMaker {
  const waiting: (() => void)[] = [];
  let drawing = 0;
  return async (letters) => {
    if (drawing >= DRAWN_AT_ONCE) {
      if (waiting.length >= WAITING_MAX) throw new BusyError('too many pictures are drawn');
      // Whoever ends hands the place on.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else drawing++;
    try {
      return await draw(letters);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else drawing--;
    }
  };
}
