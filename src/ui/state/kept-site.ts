/**
 * What the site said last, kept in the browser: the next visit begins with its blocks, flags and words instead of with none, and nothing
 * jumps when the answer comes. What is read back is looked at like anything from outside; of what another version wrote nothing is used.
 */
import type { MenuRow } from '#protocol/rest/site.ts';
import { storage } from '../browser/storage.ts';
import { STORED } from '../browser/stored-keys.ts';

/** Goes up with the shape of what is kept. */
const VERSION = 1;
/** A site that says more is not kept: the store is for short texts. */
const CHARS_MAX = 40_000;

type KeptSite = {
  /** In which the menu's titles are. */
  readonly lang: string;
  readonly values: Readonly<Record<string, string>>;
  readonly menu: readonly MenuRow[];
};

export function keepSite(site: KeptSite): void {
  const text = JSON.stringify({ version: VERSION, ...site });
  if (text.length <= CHARS_MAX) storage.set(STORED.site, text);
}

/** What was kept in this language; `undefined` where nothing was, or not by this version, or not whole. */
export function readKeptSite(lang: string): KeptSite | undefined {
  try {
    const kept: unknown = JSON.parse(storage.get(STORED.site) ?? 'null');
    if (!isRecord(kept) || kept.version !== VERSION || kept.lang !== lang) return undefined;
    const { values, menu } = kept;
    return isTexts(values) && Array.isArray(menu) && menu.every(isMenuRow) ? { lang, values, menu } : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

function isMenuRow(row: unknown): row is MenuRow {
  if (!isRecord(row)) return false;
  const { id, sort, ...texts } = row;
  return (
    Number.isInteger(id) && Number.isFinite(sort) && isTexts(texts) && ['group', 'title', 'path', 'icon'].every((name) => name in texts)
  );
}
