/** Keeps the configuration in memory and reads it again every few seconds, so that an operator's change takes effect without a restart. */
import { CONFIG_DEFAULTS } from '#domain/flags.ts';
import type { Clock, Stop } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import { allSettings } from '../repositories/site-repository.ts';
import type { Settings } from './settings.ts';

const REFRESH_MS = 5_000;

export interface SiteSettings extends Settings {
  /** Every name with its value: what getBasicInfo serves. */
  all(): Readonly<Record<string, string>>;
  isKnown(key: string): boolean;
  refresh(): Promise<void>;
  start(clock: Clock): Stop;
}

/** Thrown at a start with a name in the table that nothing reads: who set it believes that it works (decision D9.59). */
export class SettingNameError extends Error {
  override name = 'SettingNameError';
}

function refuseUnknown(keys: readonly string[]): void {
  const unknown = keys.filter((key) => !Object.hasOwn(CONFIG_DEFAULTS, key));
  if (unknown.length === 0) return;
  const names = unknown.map((key) => JSON.stringify(key.slice(0, 80))).join(', ');
  throw new SettingNameError(`setting: got ${names} in the table, takes a name of src/domain/flags.ts; correct or delete the row`);
}

/**
 * Loads the table. Throws `SettingNameError` when it has a name that `src/domain/flags.ts` has not; one that comes later, as a newer node
 * may write it, is left aside.
 */
export async function createSiteSettings(db: Db): Promise<SiteSettings> {
  refuseUnknown((await allSettings(db.kysely)).map(({ key }) => key));
  let values: Readonly<Record<string, string>> = CONFIG_DEFAULTS;
  const refresh = async () => {
    const rows = await allSettings(db.kysely);
    const known = rows.filter((row) => Object.hasOwn(CONFIG_DEFAULTS, row.key));
    values = { ...CONFIG_DEFAULTS, ...Object.fromEntries(known.map((row) => [row.key, row.value])) };
  };
  await refresh();
  return {
    get: (key) => values[key] ?? '',
    all: () => values,
    isKnown: (key) => Object.hasOwn(CONFIG_DEFAULTS, key),
    refresh,
    start: (clock) => clock.every(REFRESH_MS, refresh),
  };
}
