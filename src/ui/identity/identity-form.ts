/** The form of real-name verification as data: what is typed, what is sent, and what is wrong with it. */
import { batch, type Signal, signal } from '@preact/signals';
import {
  type AskedIdentity,
  type DocumentKind,
  IDENTITY_TEXTS,
  type IdentityForm,
  type IdentityPart,
  type IdentityProblem,
  identityProblems,
  isBlankIdentity,
  PHOTO_SLOTS,
  type PhotoSlot,
  tidyIdentity,
} from '#domain/identity.ts';
import { identityFormToWire, identityPartOfField, uploadIdOf } from '#protocol/identity-wire.ts';
import { CallError } from '#rest/call-error.ts';
import type { Key } from '../language/i18n.ts';
import { createPhotoPlace, type PhotoPlace } from '../photos/photo-place.ts';
import { flag } from '../state/site.ts';

type TextPart = Exclude<IdentityPart, PhotoSlot>;
export type IdentityInput = {
  readonly texts: Readonly<Record<TextPart, Signal<string>>>;
  readonly photos: Readonly<Record<PhotoSlot, PhotoPlace>>;
  /** The country that was filled in by the page and not by its person; '' for none. */
  readonly guess: Signal<string>;
  /** By part; empty while nothing is wrong, or nobody has tried to send yet. */
  readonly problems: Signal<Readonly<Partial<Record<IdentityPart, Key>>>>;
};

/** Starts from what was sent before, or empty. `isSentLater`: nobody is logged in yet, so that photos wait until somebody is. */
export function createIdentityInput(before?: IdentityForm, isSentLater = false): IdentityInput {
  const text = (part: TextPart) => signal<string>(before?.[part] ?? '');
  const photo = (slot: PhotoSlot) => createPhotoPlace(before?.photos[slot], isSentLater);
  return {
    texts: {
      ...{ name: text('name'), document: text('document'), number: text('number') },
      ...{ ssn: text('ssn'), country: text('country'), birthday: text('birthday') },
    },
    photos: { front: photo('front'), back: photo('back'), hand: photo('hand') },
    guess: signal(''),
    problems: signal({}),
  };
}

/** What of the form can be kept: photos that wait here, or are on their way, have no address yet. Reads signals, and is tidied when it is sent. */
export function keptPartOf({ texts, photos, guess }: IdentityInput): IdentityForm {
  const text = (part: TextPart) => texts[part].value;
  const photo = (slot: PhotoSlot) => (uploadIdOf(photos[slot].url.value) ? photos[slot].url.value : '');
  const form: IdentityForm = {
    ...{ name: text('name'), document: text('document') as DocumentKind | '', number: text('number') },
    ...{ ssn: text('ssn'), country: text('country'), birthday: text('birthday') },
    photos: { front: photo('front'), back: photo('back'), hand: photo('hand') },
  };
  // A guess is nothing that was filled in while it stands alone. With the rest it is kept: without it no step of theirs would be whole.
  const rest = { ...form, country: '' };
  return form.country === guess.value && isBlankIdentity(rest) ? rest : form;
}

/** Fills in a country that nobody has chosen yet; one that was kept and is the same counts as filled in by the page too. */
export function guessCountry({ texts, guess }: IdentityInput, country: string): void {
  if (!['', country].includes(texts.country.peek())) return;
  batch(() => {
    guess.value = country;
    texts.country.value = country;
  });
}

/** By the site's flags. Reads signals. */
export const askedIdentity = (): AskedIdentity => ({ ssn: flag('is_auth_ssn'), hand: flag('is_auth_hand_pic') });

/** The form as it is sent. */
export function identityFormOf({ texts, photos }: IdentityInput): IdentityForm {
  const { name, document, number, ssn, country, birthday } = texts;
  const form: IdentityForm = {
    ...{ name: name.peek(), document: document.peek() as DocumentKind | '', number: number.peek(), ssn: ssn.peek() },
    ...{ country: country.peek(), birthday: birthday.peek() },
    photos: { front: photos.front.url.peek(), back: photos.back.url.peek(), hand: photos.hand.url.peek() },
  };
  return tidyIdentity(form, askedIdentity());
}

/** What a registration says of it: everything but the photos, which follow; `undefined` where nothing is filled in. */
export function registeredFields(input: IdentityInput): Record<string, string> | undefined {
  const form = identityFormOf(input);
  return isBlankIdentity(form) ? undefined : identityFormToWire({ ...form, photos: { front: '', back: '', hand: '' } });
}

/** Looks at a form that may be left empty as a whole; true when it is, or may be sent (decision D1.5.19). */
export function checkOptional(input: IdentityInput, todayMs: number): boolean {
  if (registeredFields(input)) return checkIdentity(input, todayMs);
  input.problems.value = {};
  return true;
}

/** Photos that are nobody's any more are forgotten, and sent no further. */
export function clearPhotos({ photos }: IdentityInput): void {
  for (const place of Object.values(photos)) place.clear();
}

/** As it begins: what was sent before, or empty. */
export function clearInput(input: IdentityInput, before?: IdentityForm): void {
  batch(() => {
    for (const part of IDENTITY_TEXTS) input.texts[part].value = before?.[part] ?? (part === 'country' ? input.guess.peek() : '');
    for (const slot of PHOTO_SLOTS) input.photos[slot].clear(before?.photos[slot]);
    input.problems.value = {};
  });
}

/** True while a photo is on its way: what is sent now would lack it. */
export const isSendingPhoto = ({ photos }: IdentityInput): boolean =>
  Object.values(photos).some(({ progress }) => progress.value !== undefined);

function problemKey({ part, why }: IdentityProblem): Key {
  if (why === 'missing') return `identity:need.${part}`;
  if (why === 'too-young' || why === 'not-served') return `identity:${why}`;
  return why === 'doubled' ? 'identity:photo.doubled' : `identity:wrong.${part}`;
}

export const problemsByPart = (problems: readonly IdentityProblem[]): Partial<Record<IdentityPart, Key>> =>
  Object.fromEntries(problems.map((problem) => [problem.part, problemKey(problem)]));

/** Looks at the whole form and says on each field what is wrong; true when it may be sent. `todayMs`: unix ms. */
export function checkIdentity(input: IdentityInput, todayMs: number): boolean {
  const problems = identityProblems(identityFormOf(input), askedIdentity(), todayMs);
  input.problems.value = problemsByPart(problems);
  return problems.length === 0;
}

/** Puts a refusal of the server on its field; false when it is about none. */
export function putRefusal(input: IdentityInput, error: unknown): boolean {
  const { field } = ((error instanceof CallError ? error.data : undefined) ?? {}) as { field?: unknown };
  const part = typeof field === 'string' ? identityPartOfField(field) : undefined;
  if (!part) return false;
  input.problems.value = { [part]: problemKey({ part, why: 'malformed' }) };
  return true;
}

/** What was wrong with a part may be right now that it was touched. */
export function forgetProblem({ problems }: IdentityInput, part: IdentityPart): void {
  const { [part]: _, ...others } = problems.peek();
  problems.value = others;
}
