/** Bounds of what is kept: a map or a set forgets what it took in first. */

type Kept<K> = { readonly size: number; keys(): Iterable<K>; delete(key: K): unknown };

/** Forgets the oldest until so many are left. Example: of 1, 2 and 3 with 2 stay 2 and 3. */
export function keepNewest<K>(kept: Kept<K>, max: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= max) return;
    kept.delete(key);
  }
}
