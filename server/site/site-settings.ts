/** Keeps the configuration in memory and reads it again every few seconds, so that an operator's change takes effect without a restart. */
import { CONFIG_DEFAULTS } from '#domain/flags.ts';
import type { Clock, Stop } from '../clock.ts';
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

/** Loads the table; names that `src/domain/flags.ts` does not know are ignored. */
export async function createSiteSettings(db: Db): Promise<SiteSettings> {
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
