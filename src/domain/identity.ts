/**
 * What a person says of who they are, and what is wrong with it: the same rule in the page, which says it on the field, and in the server.
 * It knows no photo, only whether a slot has one; today is an argument.
 */
import { isRefusedCountry } from './served-countries.ts';

export const DOCUMENT_KINDS = ['card', 'passport'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
export const PHOTO_SLOTS = ['front', 'back', 'hand'] as const;
export type PhotoSlot = (typeof PHOTO_SLOTS)[number];

export type IdentityDetails = {
  readonly name: string;
  /** '' while none is chosen. */
  readonly document: DocumentKind | '';
  /** Of the document. */
  readonly number: string;
  readonly ssn: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** `YYYY-MM-DD`. */
  readonly birthday: string;
};
export const IDENTITY_TEXTS = [
  'name',
  'document',
  'number',
  'ssn',
  'country',
  'birthday',
] as const satisfies readonly (keyof IdentityDetails)[];
/** `photos`: what names the photo of a slot, '' for an empty one. */
export type IdentityForm = IdentityDetails & { readonly photos: Readonly<Record<PhotoSlot, string>> };
/** What is asked for beside what everybody is asked, by flags. */
export type AskedIdentity = { readonly ssn: boolean; readonly hand: boolean };

export type IdentityPart = keyof IdentityDetails | PhotoSlot;
type IdentityWhy = 'missing' | 'malformed' | 'too-young' | 'not-served' | 'doubled';
export type IdentityProblem = { readonly part: IdentityPart; readonly why: IdentityWhy };

export const AGE_MIN = 18;
/** Nobody is older; a year that was mistyped is. */
const AGE_MAX = 130;
/** In UTF-16 units, as the forms of the wire count. */
export const NAME_LENGTH_MIN = 2;
export const NAME_LENGTH_MAX = 100;
/** Of a document, and of a social security number. */
export const NUMBER_LENGTH_MIN = 4;
export const NUMBER_LENGTH_MAX = 40;
export const SSN_LENGTH_MAX = 32;

/** Letters of any script that can be seen, with what stands between the parts of a name. */
const NAME = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M}][\p{L}\p{M}\p{Zs}'’.,·-]*[\p{L}\p{M}.]$/u;
/** As long as `NUMBER_LENGTH_MIN` at least. */
const NUMBER = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}][\p{L}\p{N} ./-]{2,}[\p{L}\p{N}]$/u;
const COUNTRY = /^[A-Z]{2}$/;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Whole years between a birthday and the day of `todayMs` (unix ms, UTC); NaN for what is no day. Born on Feb 29th: a year older on Mar 1st. */
export function ageAt(birthday: string, todayMs: number): number {
  const [, year = 0, month = 0, day = 0] = (DAY.exec(birthday) ?? []).map(Number);
  const born = new Date(Date.UTC(year, month - 1, day));
  if (year < 1000 || born.toISOString().slice(0, 10) !== birthday) return Number.NaN;
  const today = new Date(todayMs);
  const isBefore = (today.getUTCMonth() - (month - 1) || today.getUTCDate() - day) < 0;
  return today.getUTCFullYear() - year - (isBefore ? 1 : 0);
}

function birthdayWhy(birthday: string, todayMs: number): IdentityWhy | undefined {
  const age = ageAt(birthday, todayMs);
  if (!(age >= 0 && age <= AGE_MAX)) return 'malformed';
  return age < AGE_MIN ? 'too-young' : undefined;
}

/** As it is stored and compared: without blanks around it, or twice inside. */
const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** The form as it is sent: texts without needless blanks, and nothing that is not asked for. */
export function tidyIdentity(form: IdentityForm, asked: AskedIdentity): IdentityForm {
  return {
    ...{ name: tidy(form.name).normalize('NFC'), document: form.document, number: tidy(form.number), birthday: form.birthday.trim() },
    ssn: asked.ssn ? tidy(form.ssn) : '',
    country: form.country.trim().toUpperCase(),
    photos: { ...form.photos, hand: asked.hand ? form.photos.hand : '' },
  };
}

/** True for a form in which nothing is filled in. */
export const isBlankIdentity = ({ photos, ...texts }: IdentityForm): boolean =>
  [...Object.values(texts), ...Object.values(photos)].every((value) => value === '');

/** Everything that keeps a form from being sent, in the order of its fields; [] when nothing does. Takes what `tidyIdentity` gives. */
export function identityProblems(form: IdentityForm, asked: AskedIdentity, todayMs: number): IdentityProblem[] {
  const { name, document, number, ssn, country, birthday, photos } = form;
  const text = (value: string, rule: RegExp, lengthMax = Number.POSITIVE_INFINITY): IdentityWhy | undefined =>
    value === '' ? 'missing' : value.length <= lengthMax && rule.test(value) ? undefined : 'malformed';
  const photo = (slot: PhotoSlot): IdentityWhy | undefined => {
    if (photos[slot] === '') return 'missing';
    const isEarlier = PHOTO_SLOTS.slice(0, PHOTO_SLOTS.indexOf(slot)).some((other) => photos[other] === photos[slot]);
    return isEarlier ? 'doubled' : undefined;
  };
  const whys: [IdentityPart, IdentityWhy | undefined][] = [
    ['name', text(name, NAME, NAME_LENGTH_MAX)],
    ['country', isRefusedCountry(country) ? 'not-served' : text(country, COUNTRY)],
    ['birthday', birthday === '' ? 'missing' : birthdayWhy(birthday, todayMs)],
    ['document', document === '' ? 'missing' : undefined],
    ['number', text(number, NUMBER, NUMBER_LENGTH_MAX)],
    ['ssn', asked.ssn ? text(ssn, NUMBER, SSN_LENGTH_MAX) : undefined],
    ['front', photo('front')],
    ['back', photo('back')],
    ['hand', asked.hand ? photo('hand') : undefined],
  ];
  return whys.flatMap(([part, why]) => (why ? [{ part, why }] : []));
}

/**
 * One text for one document however its number is set and typed, wide letters and digits of any script included. What tells two countries' same
 * number apart is the birthday, which stands on it: the country is where its person says to live, and changes when they say so.
 */
export const documentKey = ({ document, birthday, number }: IdentityDetails): string =>
  `${document} ${birthday} ${number
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[ ./-]/g, '')
    .toUpperCase()}`;

/** '٧' -> '7': digits stand in rows of ten, zero first. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}
