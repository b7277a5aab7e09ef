/** Code of the page that is fetched when it is first wanted. */
export type LazyCode<T> = {
  /** `undefined` until it is here. */
  readonly here: T | undefined;
  /** Fetches it, once however often it is asked for; rejects when it cannot be had, and the next call tries again. */
  load(): Promise<T>;
};

export function lazyCode<T>(fetchCode: () => Promise<T>): LazyCode<T> {
  let here: T | undefined;
  let loading: Promise<T> | undefined;
  const fetchOnce = async () => {
    try {
      here = await fetchCode();
      return here;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    get here() {
      return here;
    },
    load: () => (loading ??= fetchOnce()),
  };
}
