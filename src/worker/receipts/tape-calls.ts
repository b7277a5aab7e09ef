/** Reading the log from the server: public files, texts and bytes, each with a deadline; what fails says why. */
import { fromBase64 } from '#domain/tape/text-bytes.ts';
import type { EngineClock } from '../engine-parts.ts';

const TIMEOUT_MS = 15_000;
/** The server takes 50 a second of one network: who shares it waits. */
const BUSY_WAIT_MS = 1_100;
const BUSY_TRIES = 4;
const STATUS_BUSY = 429;
const STATUS_NONE = 404;

/** `offline`: no answer; `none`: there is no such file; `broken`: an answer that is none of a log; `unread`: the kept cannot be read. */
export class TapeFailure extends Error {
  readonly kind: 'offline' | 'none' | 'broken' | 'unread';
  readonly path: string;
  constructor(kind: TapeFailure['kind'], path: string) {
    super(`/tape/${path}: ${kind}`);
    this.kind = kind;
    this.path = path;
  }
}

export type TapeCalls = {
  text(path: string): Promise<string>;
  bytes(path: string): Promise<Uint8Array>;
  /** Hashes, one a line. */
  proof(path: string): Promise<Uint8Array[]>;
};

export function tapeCalls(clock: EngineClock): TapeCalls {
  const pause = () => new Promise<void>((resolve) => void clock.after(BUSY_WAIT_MS, resolve));

  async function read<T>(path: string, take: (reply: Response) => Promise<T>): Promise<T> {
    for (let number = 1; ; number++) {
      const reply = await attempt(path, take);
      if (reply !== 'busy') return reply;
      if (number === BUSY_TRIES) throw new TapeFailure('offline', path);
      await pause();
    }
  }

  async function attempt<T>(path: string, take: (reply: Response) => Promise<T>): Promise<T | 'busy'> {
    const link = new AbortController();
    const stop = clock.after(TIMEOUT_MS, () => link.abort());
    try {
      const reply = await fetch(`/tape/${path}`, { signal: link.signal, credentials: 'omit' });
      if (reply.status === STATUS_BUSY) return 'busy';
      if (reply.status === STATUS_NONE) throw new TapeFailure('none', path);
      if (!reply.ok) throw new TapeFailure('offline', path);
      return await take(reply);
    } catch (error) {
      throw error instanceof TapeFailure ? error : new TapeFailure('offline', path);
    } finally {
      stop();
    }
  }

  const text = (path: string) => read(path, (reply) => reply.text());
  return {
    text,
    bytes: (path) => read(path, async (reply) => new Uint8Array(await reply.arrayBuffer())),
    proof: async (path) => {
      const lines = (await text(path)).split('\n').filter((line) => line !== '');
      const hashes = lines.map(fromBase64);
      if (hashes.every((hash) => hash !== undefined)) return hashes;
      throw new TapeFailure('broken', path);
    },
  };
}
