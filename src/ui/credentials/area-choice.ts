/** Which area a number belongs to and where a person lives, before they have said so. */
import type { AreaRow } from '#protocol/rest/site.ts';

/** Of a number whose area nobody has chosen (specification S1 section 9). */
export const DEFAULT_PREFIX = '+001';

/** A prefix as people write it: '+001' is '+1'. What is sent keeps the form of the list. */
export const writtenPrefix = (prefix: string): string => prefix.replace(/^\+?0*/, '+');

/** The area of a number: the chosen one, else the first by its id with the default prefix; `undefined` while the list is not here. */
export function areaOfNumber(rows: readonly AreaRow[] | undefined, chosenId: string): AreaRow | undefined {
  const chosen = rows?.find(({ id }) => String(id) === chosenId);
  const usual = rows?.filter(({ global_code }) => global_code === DEFAULT_PREFIX).sort((a, b) => a.id - b.id)[0];
  return chosen ?? usual ?? rows?.[0];
}

/**
 * A stored number as it is asked for together with its area: '+15551234567' of +001 is '5551234567'. One of another area, as a person may have added
 * it, stays whole.
 */
export function bareNumber(mobile: string, area: AreaRow | undefined): string {
  const prefix = area && writtenPrefix(area.global_code);
  return prefix !== undefined && mobile.startsWith(prefix) ? mobile.slice(prefix.length) : mobile;
}

/** Where a person lives, before they say so: the region that the browser's language names and the list has. Else '', which asks. */
export function guessedCountry(rows: readonly AreaRow[], browserTag: string): string {
  const region = regionOf(browserTag);
  const guess = rows.find(({ code }) => code === region);
  return guess ? String(guess.id) : '';
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}
