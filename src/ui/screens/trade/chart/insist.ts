/** Code without which a screen is not wrong but lacks something that nobody misses: it is asked for again when it does not come. */

/** After which it comes with the link, or with the next screen that wants it. */
const TRIES_MAX = 4;
const AGAIN_MS = 2_000;

/** Rejects with the failure of the last try. */
export async function insist<T>(fetchCode: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await fetchCode();
    } catch (error) {
      if (tries >= TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
