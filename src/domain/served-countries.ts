/** Countries without service (specification S1 section 1, decision D1.1.01), by their ISO 3166 code with the calling code of their numbers. */
const REFUSED: Readonly<Record<string, string>> = { KP: '850', IL: '972', CN: '86', VU: '678', CU: '53' };

/** Their ISO 3166 codes, in the order of the specification: for the notice that names them. */
export const REFUSED_COUNTRIES: readonly string[] = Object.keys(REFUSED);

/** True for the two letters of a country that is not served, in any case. */
export const isRefusedCountry = (code: string): boolean => Object.hasOwn(REFUSED, code.trim().toUpperCase());

/** True for an E.164 number (`+8613800000000`) of such a country. */
export const isRefusedNumber = (mobile: string): boolean => Object.values(REFUSED).some((calling) => mobile.startsWith(`+${calling}`));
