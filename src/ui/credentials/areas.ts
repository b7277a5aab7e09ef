/** Countries with the prefix of their numbers, in the shown language: what a number and a person's country are chosen from. */
import type { AreaRow } from '#protocol/rest/site.ts';
import { areaList } from '#rest/credentials.ts';
import { lang, textsTag } from '../language/language.ts';
import { request } from '../requests/request.ts';
import { type Query, useQuery } from '../state/query.ts';

const LIST_STALE_MS = 300_000;

/** Sorted by name. Read once it is wanted; silent, since the field says what became of it. */
export const useAreas = (isWanted = true): Query<readonly AreaRow[]> =>
  useQuery({
    key: ['areas', lang.value],
    read: async (signal) => byName(await areaList(request, { signal, silent: true, initial: true })),
    staleMs: LIST_STALE_MS,
    enabled: isWanted,
  });

function byName(rows: readonly AreaRow[]): readonly AreaRow[] {
  const { compare } = new Intl.Collator(textsTag());
  return [...rows].sort((a, b) => compare(a.name, b.name));
}
