/** What the money calls share: one attempt, where calls are kept that have no answer yet, and whether their caller is still there. */
import { addIntent, INTENTS_KEY, type KeyValue, readIntents, removeIntent } from './intents.ts';
import type { MoneyAsk, Wire } from './wire.ts';

/** A list that another tab does not let go of must not hold up an order. */
const LIST_WAIT_MAX_MS = 500;

/** Where keys come from, and where calls are kept that have no answer yet. */
export type MoneyStore = {
  /** n random bytes from a cryptographic source. */
  random(bytes: number): Uint8Array;
  readonly storage: KeyValue;
  /**
   * Runs `work` while no other holder of the name runs, in this tab or in another of the same browser. A browser that has no locks runs it
   * at once: then two tabs may both ask for one outcome, which the server's answer makes the same for both.
   */
  lock<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** As `sleep`, and over as soon as the server can be reached again: between two tries, never where time itself says what may still arrive. */
  pause(parts: Wire['parts'], delayMs: number): Promise<void>;
};
export type MoneyWire = Wire & MoneyStore;

/** Whether the caller is the one who is there now: another session of the same user is as good. */
export function isPresent({ parts, caller }: Wire): boolean {
  const now = parts.caller();
  return now.uid === caller.uid && now.realm === caller.realm;
}

/** Puts the call on the list, for its caller alone; what they saw follows once it is known, if the call is still there. */
export async function keepIntent(wire: MoneyWire, clientId: string, { endpoint: { path }, options }: MoneyAsk): Promise<void> {
  const intent = { clientId, path, atMs: wire.parts.now(), uid: wire.caller.uid, realm: wire.caller.realm };
  await changeList(wire, () => addIntent(wire.storage, intent));
  void options.seenSeq?.then((seenSeq) =>
    changeList(wire, () => {
      if (removeIntent(wire.storage, clientId)) addIntent(wire.storage, { ...intent, seenSeq });
    }),
  );
}

/** Takes the call off the list; false when another tab did so before. */
export async function dropIntent(wire: MoneyWire, clientId: string): Promise<boolean> {
  let wasKept = false;
  await changeList(wire, () => {
    wasKept = removeIntent(wire.storage, clientId);
  });
  return wasKept;
}

export const isKept = (wire: MoneyWire, clientId: string): boolean =>
  readIntents(wire.storage).some((intent) => intent.clientId === clientId);

/** One tab at a time reads and writes the list: of two that write at once, one would lose what it wrote. */
async function changeList(wire: MoneyWire, change: () => void): Promise<void> {
  let isDone = false;
  const once = async () => {
    if (!isDone) change();
    isDone = true;
  };
  await Promise.race([wire.lock(INTENTS_KEY, once), wire.parts.sleep(LIST_WAIT_MAX_MS)]);
  await once();
}
