/**
 * Passwords as argon2id hashes (security S20), computed off the event loop, two at a time: forty at once would stall every price
 * on a small machine. Unknown devices may use a part of that only and queue apart, so that anyone who logs in from a known device never waits
 * behind a flood of guesses; and a network has a share of each queue only, since anybody can have accounts and known devices of their
 * own. What does not fit its queue is asked to come back.
 */
import { type Algorithm, hash, type Options, verify } from '@node-rs/argon2';
import { BusyError } from '../limits/busy-error.ts';
import type { Limits } from '../limits/limits.ts';

/** The library's number for argon2id; its enum exists for the compiler only. */
const ARGON2ID = 2 as Algorithm;

/** Who waits for a hash: somebody on a device that the account knows, or anybody else. */
type Lane = 'known' | 'unknown';

export interface PasswordHasher {
  /** `network`: who asks (`widerNetworkOf`), '' for the server itself. */
  hash(password: string, lane: Lane, network: string): Promise<string>;
  /** Costs the same for an account that does not exist (`stored` undefined): the answer is then false. */
  verify(stored: string | undefined, password: string, lane: Lane, network: string): Promise<boolean>;
  /** False when one more would be sent away with a `BusyError`. */
  hasRoom(lane: Lane, network: string): boolean;
  /** True when there is no room for this network alone: it has its whole share of the queue, where others still find a place. */
  isShareTaken(lane: Lane, network: string): boolean;
  /** True when a hash was made with other parameters than today's. */
  isOutdated(hash: string): boolean;
}

export function createPasswordHasher(limits: Limits['hashing']): PasswordHasher {
  const { memoryKib, passes } = limits;
  const cost: Options = { algorithm: ARGON2ID, memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const prefix = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`;
  const running = { known: 0, unknown: 0 };
  const waiting: Record<Lane, { readonly network: string; readonly start: () => void }[]> = { known: [], unknown: [] };
  const isFree = (lane: Lane): boolean =>
    running.known + running.unknown < limits.parallel && (lane === 'known' || running.unknown < limits.unknownParallel);
  const hasRoom = (lane: Lane, network: string): boolean => {
    if (isFree(lane)) return true;
    const own = waiting[lane].filter((other) => other.network === network).length;
    return waiting[lane].length < limits.queueMax && own < limits.queueNetworkMax;
  };

  const startNext = (): void => {
    const lane = (['known', 'unknown'] as const).find((next) => waiting[next].length > 0 && isFree(next));
    if (!lane) return;
    running[lane]++;
    waiting[lane].shift()?.start();
  };
  const inTurn = async <T>(lane: Lane, network: string, work: () => Promise<T>): Promise<T> => {
    if (!hasRoom(lane, network)) throw new BusyError('too many password hashes wait');
    if (isFree(lane)) running[lane]++;
    else await new Promise<void>((resolve) => waiting[lane].push({ network, start: resolve }));
    try {
      return await work();
    } finally {
      running[lane]--;
      startNext();
    }
  };

  let dummy: Promise<string> | undefined;
  return {
    hash: (password, lane, network) => inTurn(lane, network, () => hash(password, cost)),
    async verify(stored, password, lane, network) {
      dummy ??= hash('an account that nobody has', cost);
      const against = stored ?? dummy;
      const isRight = await inTurn(lane, network, async () => verify(await against, password, cost));
      return stored !== undefined && isRight;
    },
    hasRoom,
    isShareTaken: (lane, network) => !hasRoom(lane, network) && waiting[lane].length < limits.queueMax,
    isOutdated: (stored) => !stored.startsWith(prefix),
  };
}
