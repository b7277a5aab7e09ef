/** Calling codes, as far as one must know them to tell where the number behind one begins (ITU-T E.164: no code is the beginning of another). */

export const CALLING_CODES_OF_ONE: readonly string[] = ['1', '7'];
export const CALLING_CODES_OF_TWO: readonly string[] =
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  );

/**
 * Where a 0 behind the code is a part of the number: Italy with the Vatican, San Marino, Ivory Coast, Burkina Faso, Niger, Benin, Gabon, the
 * Republic of the Congo. Elsewhere it is dialled within the country only and stands in no number.
 */
export const ZERO_BELONGS: readonly string[] = ['39', '378', '225', '226', '227', '229', '241', '242'];

const callingCodeLength = (digits: string): number => {
  if (CALLING_CODES_OF_ONE.includes(digits.slice(0, 1))) return 1;
  return CALLING_CODES_OF_TWO.includes(digits.slice(0, 2)) ? 2 : 3;
};
/** '49' of '49151…'. */
export const callingCode = (digits: string): string => digits.slice(0, callingCodeLength(digits));

/** '490151…' is '49151…': many write both the code and the 0 that stands in its place at home. */
export function withoutTrunkZero(digits: string): string {
  const code = callingCode(digits);
  return ZERO_BELONGS.includes(code) ? digits : code + digits.slice(code.length).replace(/^0+/, '');
}
