/** One at a time among all tabs of this origin, by the platform's own locks: a tab that closes or crashes lets go of what it held. */

/** Where there are no locks (a page that did not come over TLS) `work` runs at once. Rejects only as `work` does. */
export function tabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager };
  let begun: Promise<T> | undefined;
  const begin = () => {
    begun ??= work();
    return begun;
  };
  // A browser may refuse the lock and not the work; what has begun is never begun again.
  return locks ? locks.request(`outcry ${name}`, begin).catch(begin) : begin();
}
