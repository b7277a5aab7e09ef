/** The code of real-name verification alone: apart from the others, so that no other page ships it. */
export const IDENTITY_ERROR = {
  /** One waits for its review already, or is finished. */
  identityStands: 1020,
} as const;
