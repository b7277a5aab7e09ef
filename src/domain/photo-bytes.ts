/** Bytes of a photo that is taken: the page makes larger ones smaller, the server takes no larger one (decision D9.211). */
export const PHOTO_BYTES_MAX = 8 * 1_048_576;
