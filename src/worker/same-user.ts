/** Whether two sessions belong to one user; a new token of the same user changes nothing of what is shown. */
import type { EngineSession } from '#protocol/engine-api.ts';

export const isSameUser = (a: EngineSession | null, b: EngineSession | null): boolean =>
  a !== null && b !== null && a.uid === b.uid && a.realm === b.realm;
