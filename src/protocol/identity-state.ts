/** The state of a verification and its number on the wire, apart from the rest of it: the account shows it too. */
import type { IdentityState } from '#domain/identity.ts';

/** By their numbers. */
const STATES = ['none', 'waiting', 'verified', 'rejected'] as const satisfies readonly IdentityState[];

export const identityStateToWire = (state: IdentityState): number => STATES.indexOf(state);
/** 'none' for what is no state. */
export const identityStateFromWire = (value: unknown): IdentityState => STATES[Number(value)] ?? 'none';
