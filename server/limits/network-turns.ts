/**
 * Who is served in which turn of the event loop: one piece of work a turn, and each network in its turn, so that a burst of one holds up nobody
 * else. Requests take such turns, and so do the pages of history that they ask for. New connections come first, where they are told of. Node takes one of them from the system's queue in each turn, whoever it is for, so everybody behind a
 * burst of connections waits for as many turns as it has: those must be short, and while connections come no request is begun in them.
 */
import type { Clock } from '../clock/clock.ts';

/**
 * Nothing begins for so many ms at most while connections come; then one begins in each turn for as long, and so on. As many as the
 * system's queue holds (511) are taken and read in about that time.
 */
const HELD_MS_MAX = 50;
/** Requests of all networks that wait. Beyond it a network has one in the queue: many networks together must not make the newest wait for seconds. */
const ALL_WAITING_MAX = 4_800;

type NetworkTurns = {
  /** Tells that a connection was taken in this turn. */
  connected(): void;
  /** Calls `begin` when it is this network's turn. False, and never calls it, when `waitingMax` requests of the network, or all that may, wait already. */
  wait(network: string, begin: () => void): boolean;
};

export function createNetworkTurns({ clock, waitingMax }: { readonly clock: Clock; readonly waitingMax: number }): NetworkTurns {
  /** What waits, by network, oldest first; the network whose turn is next comes first. */
  const queues = new Map<string, (() => void)[]>();
  let waitingAll = 0;
  let hasConnected = false;
  let isTurnDue = false;
  let heldSinceMs = 0;

  const scheduleTurn = (): void => {
    if (isTurnDue || queues.size === 0) return;
    isTurnDue = true;
    setImmediate(turn);
  };
  const beginNext = (): void => {
    const next = queues.entries().next();
    if (next.done) return;
    const [network, waiting] = next.value;
    queues.delete(network);
    const begin = waiting.shift();
    waitingAll--;
    if (waiting.length > 0) queues.set(network, waiting);
    begin?.();
  };
  const turn = (): void => {
    isTurnDue = false;
    const nowMs = clock.monotonicMs();
    const heldMs = hasConnected ? nowMs - heldSinceMs : Number.POSITIVE_INFINITY;
    hasConnected = false;
    if (heldMs >= 2 * HELD_MS_MAX) heldSinceMs = nowMs;
    if (heldMs >= HELD_MS_MAX) beginNext();
    scheduleTurn();
  };

  return {
    connected: () => {
      hasConnected = true;
    },
    wait(network, begin) {
      const waiting = queues.get(network);
      if (waiting && (waiting.length >= waitingMax || waitingAll >= ALL_WAITING_MAX)) return false;
      if (queues.size === 0) heldSinceMs = clock.monotonicMs();
      if (waiting) waiting.push(begin);
      else queues.set(network, [begin]);
      waitingAll++;
      scheduleTurn();
      return true;
    },
  };
}
