/** The three steps of an application, as data: which parts stand on which, and which has something wrong. */
import { type IdentityPart, identityProblems } from '#domain/identity.ts';
import { askedIdentity, type IdentityInput, identityFormOf, problemsByPart } from './identity-form.ts';

export const IDENTITY_STEPS = ['you', 'document', 'photos'] as const;
export type IdentityStep = (typeof IDENTITY_STEPS)[number];

const STEP_OF: Readonly<Record<IdentityPart, IdentityStep>> = {
  ...{ name: 'you', country: 'you', birthday: 'you' },
  ...{ document: 'document', number: 'document', ssn: 'document' },
  ...{ front: 'photos', back: 'photos', hand: 'photos' },
};

const stepOfParts = (parts: readonly string[]): IdentityStep | undefined =>
  IDENTITY_STEPS.find((step) => parts.some((part) => STEP_OF[part as IdentityPart] === step));

const problemsOf = (input: IdentityInput, todayMs: number) => identityProblems(identityFormOf(input), askedIdentity(), todayMs);

/** Where somebody goes on: the first step that lacks something; the last one when nothing does. Says nothing at the fields. `todayMs`: unix ms. */
export const openStep = (input: IdentityInput, todayMs: number): IdentityStep =>
  stepOfParts(problemsOf(input, todayMs).map(({ part }) => part)) ?? 'photos';

/** Looks at one step and says at its fields what is wrong; true when one may go on. */
export function checkStep(input: IdentityInput, step: IdentityStep, todayMs: number): boolean {
  const found = problemsOf(input, todayMs).filter(({ part }) => STEP_OF[part] === step);
  const others = Object.entries(input.problems.peek()).filter(([part]) => STEP_OF[part as IdentityPart] !== step);
  input.problems.value = { ...Object.fromEntries(others), ...problemsByPart(found) };
  return found.length === 0;
}

/** The first step at whose fields something is said. */
export const saidStep = (input: IdentityInput): IdentityStep | undefined => stepOfParts(Object.keys(input.problems.peek()));
