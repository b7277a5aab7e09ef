/** Rare events of the engine, handed to anyone who listens: `const stop = listen('closed', (event) => …)`. */
import type { EngineEvent } from '#protocol/engine-api.ts';

type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;
const listeners = new Map<string, Set<(event: never) => void>>();

/** Calls `listener` for every event of the type until the returned function is called. */
export function listen<T extends EngineEvent['type']>(type: T, listener: (event: EventOf<T>) => void): () => void {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set.add(listener));
  return () => {
    set.delete(listener);
  };
}

export function emit(event: EngineEvent): void {
  for (const listener of listeners.get(event.type) ?? []) listener(event as never);
}
