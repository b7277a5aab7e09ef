/** So often, by the time of the ticks, the newest bars of all periods of one product are read under the clock: as an open chart that is drawn ten times a second. */
export const READ_EVERY_MS = 100;
