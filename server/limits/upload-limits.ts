/** What a photo may be, and how many are received and worked on at once (security S32, decisions D9.211, D9.305). */
import { PHOTO_BYTES_MAX } from '#domain/photo-bytes.ts';

export type UploadLimits = {
  readonly fileBytesMax: number;
  readonly pixelsMax: number;
  readonly sideMax: number;
  /** How long one may take to decode, seconds. */
  readonly decodeS: number;
  /** Decoded side by side. */
  readonly parallel: number;
  /** Photos in memory, those that are being received included: of all, of a wider network, of a network, of a person. */
  readonly placesMax: number;
  readonly placesPerWiderNetwork: number;
  readonly placesPerNetwork: number;
  readonly placesPerUser: number;
  /** A body that comes slower, once it has had the time of grace, loses its place to the next one when there is no other. */
  readonly paceBytesPerS: number;
  readonly paceGraceMs: number;
  /** What a person may send in 24 hours. */
  readonly dayFiles: number;
  readonly dayBytes: number;
};

export const UPLOAD_LIMITS: UploadLimits = {
  fileBytesMax: PHOTO_BYTES_MAX,
  pixelsMax: 25_000_000,
  sideMax: 8_000,
  decodeS: 5,
  parallel: 2,
  placesMax: 16,
  placesPerWiderNetwork: 10,
  placesPerNetwork: 6,
  placesPerUser: 3,
  // A photo as the page makes it, of 250 KB, comes no slower within `http.requestMs`.
  paceBytesPerS: 16_384,
  paceGraceMs: 2_000,
  dayFiles: 20,
  dayBytes: 100 * 1_048_576,
};
