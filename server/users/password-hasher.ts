/**
 * Passwords as argon2id hashes (security S20), computed off the event loop, two at a time: forty at once would stall every price
 * on a small machine. What does not fit the queue is told to come back.
 */
import { type Algorithm, hash, type Options, verify } from '@node-rs/argon2';

/** The library's number for argon2id; its enum exists for the compiler only. */
const ARGON2ID = 2 as Algorithm;
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const OPTIONS: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Thrown when the queue of hashes is full: the answer is 503. */
export class BusyError extends Error {
  override name = 'BusyError';
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Costs the same for an account that does not exist (`hash` undefined): the answer is then false. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
  /** True when a hash was made with weaker parameters than today's. */
  isOutdated(hash: string): boolean;
}

export function createPasswordHasher(limits: { parallel: number; queueMax: number }): PasswordHasher {
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limits.parallel) {
      if (waiting.length >= limits.queueMax) throw new BusyError('too many password hashes wait');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
  let dummy: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(password, OPTIONS)),
    async verify(stored, password) {
      dummy ??= hash('an account that nobody has', OPTIONS);
      const against = stored ?? (await dummy);
      const isRight = await inTurn(() => verify(against, password, OPTIONS));
      return stored !== undefined && isRight;
    },
    isOutdated: (stored) => !stored.startsWith(PREFIX),
  };
}
