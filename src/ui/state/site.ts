/**
 * The site's configuration, as strings: what the server says; until it has, what it said at the last visit; else the specification's defaults.
 *   setting('timezone')   flag('is_micro')   both read a signal, so what calls them follows a change
 */
import { signal } from '@preact/signals';
import type { Flag, SettingName } from '#domain/flags.ts';
import { isOn, SETTING_DEFAULTS } from '#domain/setting-defaults.ts';
import type { MenuRow } from '#protocol/rest/site.ts';
import { basicInfo, menu } from '#rest/site.ts';
import { lang } from '../language/language.ts';
import { request } from '../requests/request.ts';
import { moneyCode } from '../text/money.ts';
import { keepSite, readKeptSite } from './kept-site.ts';

/** Flags need no default: one that is missing is off. */
const DEFAULTS: Readonly<Record<string, string>> = SETTING_DEFAULTS;
const kept = readKeptSite(lang.peek());
const values = signal<Readonly<Record<string, string>>>({ ...DEFAULTS, ...kept?.values });
/** False until the server's own values are known. */
export const isSiteKnown = signal(false);
/** The server's menu; `undefined` while none is known. */
export const menuRows = signal<readonly MenuRow[] | undefined>(kept?.menu);
/** Whether a screen can be laid out: the answer is here, or that of the last visit. */
export const hasLayout = (): boolean => menuRows.peek() !== undefined;

/** The value, or its default; '' for a name that has neither. */
export const setting = (name: SettingName): string => values.value[name] ?? '';
// What a person owns is never written in another money than that of the last visit.
moneyCode.value = setting('currency');
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
  const asked = lang.peek();
  const replies = await Promise.allSettled([basicInfo(request, quiet).then(putSite), menu(request, quiet).then(putMenu)]);
  if (replies.every(({ status }) => status === 'fulfilled')) keepSite({ lang: asked, values: values.peek(), menu: menuRows.peek() ?? [] });
}
