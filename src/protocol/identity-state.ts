/** The state of a verification and its number on the wire, apart from the rest of it: the account shows it too. */
import { IDENTITY_STATES, type IdentityState } from '#domain/identity-state.ts';

export const identityStateToWire = (state: IdentityState): number => IDENTITY_STATES.indexOf(state);
/** 'none' for what is no state. */
export const identityStateFromWire = (value: unknown): IdentityState => IDENTITY_STATES[Number(value)] ?? 'none';
