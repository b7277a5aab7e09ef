/** How a verification of who a person is stands, and when one may be sent. Apart from its form: the account shows it too. */

/** Each at its number on the wire, so that a new one comes last. 'none': nothing was sent yet. */
export const IDENTITY_STATES = ['none', 'waiting', 'verified', 'rejected'] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];
/** Of an application that was sent. */
export type SentIdentityState = Exclude<IdentityState, 'none'>;

const MAY_APPLY = { none: true, waiting: false, verified: false, rejected: true } as const satisfies Record<IdentityState, boolean>;
type OpenState = { [S in IdentityState]: (typeof MAY_APPLY)[S] extends true ? S : never }[IdentityState];
/** True in a state in which an application may be sent, the first one or another. */
export const mayApply = (state: IdentityState): state is OpenState => MAY_APPLY[state];
