/**
 * The site's configuration, as strings, with the specification's defaults until the server has answered and for what it leaves out.
 *   setting('timezone')   flag('is_micro')   both read a signal, so what calls them follows a change
 */
import { signal } from '@preact/signals';
import type { Flag, SettingName } from '#domain/flags.ts';
import { isOn, SETTING_DEFAULTS } from '#domain/setting-defaults.ts';
import type { MenuRow } from '#protocol/rest/site.ts';
import { basicInfo, menu } from '#rest/site.ts';
import { request } from '../requests/request.ts';
import { moneyCode } from '../text/money.ts';

/** Flags need no default: one that is missing is off. */
const DEFAULTS: Readonly<Record<string, string>> = SETTING_DEFAULTS;
const values = signal(DEFAULTS);
/** False until the server's own values are known. */
export const isSiteKnown = signal(false);
/** The server's menu; `undefined` until it is known. */
export const menuRows = signal<readonly MenuRow[] | undefined>(undefined);

/** The value, or its default; '' for a name that has neither. */
export const setting = (name: SettingName): string => values.value[name] ?? '';
/** On only when the value is '1' (decision D0.19). */
export const flag = (name: Flag): boolean => isOn(values.value[name]);

/** Takes the server's values; a missing or empty value keeps its default, so that a currency is never blank. */
export function putSite(reply: Readonly<Record<string, string>>): void {
  const known = Object.entries(reply).filter(([name, value]) => String(value) !== '' || !(name in DEFAULTS));
  values.value = { ...DEFAULTS, ...Object.fromEntries(known.map(([name, value]) => [name, String(value)])) };
  moneyCode.value = setting('currency');
  isSiteKnown.value = true;
}

function putMenu(rows: readonly MenuRow[]): void {
  menuRows.value = rows.filter((row) => isOn(row.is_mobile)).sort((a, b) => a.sort - b.sort);
}

/** Rows of one group in the server's order; `undefined` while the menu is not known, [] when the group is absent. */
export const menuGroup = (group: string): readonly MenuRow[] | undefined => menuRows.value?.filter((row) => row.group === group);

/** Reads configuration and menu. Silent: defaults do while the server is away, and `resync` reads again. */
export async function loadSite(): Promise<void> {
  const quiet = { silent: true, initial: true } as const;
  await Promise.allSettled([basicInfo(request, quiet).then(putSite), menu(request, quiet).then(putMenu)]);
}
