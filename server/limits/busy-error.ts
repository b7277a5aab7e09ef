/** Thrown when a queue of costly work is full: the answer is 503, come back in a second. */
export class BusyError extends Error {
  override name = 'BusyError';
}
