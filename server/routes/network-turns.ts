/**
 * Takes turns among networks: in one turn of the event loop each of them begins at most one call. On SQLite a call that only reads is done
 * as soon as it has begun, so a burst that a bucket lets through would hold the loop until its last call, and everybody else with it.
 */

/** Begins now (`undefined`), in a later turn (a promise), or not at all, since too many of that network wait ('full'). */
export type TakeTurn = (network: string) => Promise<void> | 'full' | undefined;

/** `waitingMax`: calls of one network that wait at most. */
export function createNetworkTurns(waitingMax: number): TakeTurn {
  /** Networks that have begun a call in this turn, with what of theirs waits, oldest first. */
  const queues = new Map<string, (() => void)[]>();
  const nextTurn = (): void => {
    for (const [network, waiting] of queues) {
      const begin = waiting.shift();
      if (begin) begin();
      else queues.delete(network);
    }
    if (queues.size > 0) setImmediate(nextTurn);
  };
  return (network) => {
    const waiting = queues.get(network);
    if (waiting) return waiting.length < waitingMax ? new Promise((resolve) => waiting.push(resolve)) : 'full';
    if (queues.size === 0) setImmediate(nextTurn);
    queues.set(network, []);
    return undefined;
  };
}
