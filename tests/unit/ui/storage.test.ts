import { describe, expect, it } from 'vitest';
import { memoryStorage, safeStorage } from '#ui/browser/storage.ts';

/** A store of the browser that can be made to refuse. */
function store(refuses: { set?: () => boolean } = {}): Storage {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (refuses.set?.()) throw new DOMException('full', 'QuotaExceededError');
      texts.set(key, value);
    },
    removeItem: (key: string) => void texts.delete(key),
  } as Storage;
}

describe('storage', () => {
  it('uses the browser’s store', () => {
    const inner = store();
    const storage = safeStorage(() => inner);
    storage?.set('token', 'abc');
    expect(inner.getItem('token')).toBe('abc');
    expect(storage?.get('token')).toBe('abc');
    storage?.remove('token');
    expect(storage?.get('token')).toBeNull();
  });

  it('says that a refused store is none, so that the next one is tried', () => {
    expect(
      safeStorage(() => {
        throw new DOMException('denied', 'SecurityError');
      }),
    ).toBeUndefined();
    expect(safeStorage(() => store({ set: () => true }))).toBeUndefined();
  });

  it('keeps for the life of the page what a full store refuses later', () => {
    let isFull = false;
    const storage = safeStorage(() => store({ set: () => isFull }));
    isFull = true;
    storage?.set('favourites', '["EURUSD"]');
    expect(storage?.get('favourites')).toBe('["EURUSD"]');
    storage?.remove('favourites');
    expect(storage?.get('favourites')).toBeNull();
  });

  it('of what a full store still has and what it refused, the newer one counts', () => {
    let isFull = false;
    const storage = safeStorage(() => store({ set: () => isFull }));
    storage?.set('lang', 'en');
    isFull = true;
    storage?.set('lang', 'de');
    expect(storage?.get('lang')).toBe('de');
    isFull = false;
    storage?.set('lang', 'fr');
    expect(storage?.get('lang')).toBe('fr');
    storage?.remove('lang');
    expect(storage?.get('lang')).toBeNull();
  });

  it('memory does where nothing else can', () => {
    const storage = memoryStorage();
    storage.set('a', '1');
    expect([storage.get('a'), storage.get('b')]).toEqual(['1', null]);
  });
});
