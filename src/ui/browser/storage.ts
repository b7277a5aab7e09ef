/** A place for a few short texts: localStorage, where that is refused sessionStorage, where that is refused the page's memory (decision D0.07). */
import type { KeyValue } from '#rest/request.ts';

export function memoryStorage(): KeyValue {
  const texts = new Map<string, string>();
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, value) => {
      texts.set(key, value);
    },
    remove: (key) => {
      texts.delete(key);
    },
  };
}

/** Wraps a store of the browser; every call may throw there (private mode, a full disk, a policy), so every call falls back to memory. */
export function safeStorage(open: () => Storage): KeyValue | undefined {
  try {
    const store = open();
    const probe = 'outcry_probe';
    store.setItem(probe, probe);
    store.removeItem(probe);
    const fallback = memoryStorage();
    return {
      get: (key) => fallback.get(key) ?? attempt(() => store.getItem(key)) ?? null,
      set: (key, value) => {
        attempt(() => store.setItem(key, value));
        // What the store refuses (it is full) is kept for the life of the page, and is newer than what stands in it.
        fallback.remove(key);
        if (attempt(() => store.getItem(key)) !== value) fallback.set(key, value);
      },
      remove: (key) => {
        attempt(() => store.removeItem(key));
        fallback.remove(key);
      },
    };
  } catch {
    return undefined;
  }
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** The page's own store. */
export const storage: KeyValue = safeStorage(() => localStorage) ?? safeStorage(() => sessionStorage) ?? memoryStorage();
