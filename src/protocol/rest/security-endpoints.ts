/** The endpoints of second factors, passkeys, sessions and the history of logins, apart from the others: what a first page loads names none of them. */
import { form, read } from './endpoint.ts';

// The second step of a login, and the way in without a password.
export const loginFactorEndpoint = form('/api/user/login_factor');
export const passkeyChallengeEndpoint = form('/api/user/passkey_challenge');
export const loginPasskeyEndpoint = form('/api/user/login_passkey');

/** From a real account into its demo account: a session of the other realm. */
export const ownDemoEndpoint = form('/api/user/own_demo');

// What a person proves themselves by.
export const securityEndpoint = read('/api/user/security');
export const beginFactorEndpoint = form('/api/user/factor_begin');
export const setFactorEndpoint = form('/api/user/factor_set');
export const removeFactorEndpoint = form('/api/user/factor_remove');
export const recoveryCodesEndpoint = form('/api/user/recovery_codes');
export const newPasskeyEndpoint = form('/api/user/passkey_new');
export const addPasskeyEndpoint = form('/api/user/passkey_add');
export const renamePasskeyEndpoint = form('/api/user/passkey_rename');
export const removePasskeyEndpoint = form('/api/user/passkey_remove');

// Where they are logged in, and what they are called.
export const sessionsEndpoint = read('/api/user/sessions');
export const revokeSessionEndpoint = form('/api/user/session_revoke');
export const revokeOthersEndpoint = form('/api/user/session_revoke_others');
export const loginHistoryEndpoint = read('/api/user/login_history');
export const profileEndpoint = form('/api/user/profile');

// Where they are written to, and log in by.
export const addressCodeEndpoint = form('/api/user/address_code');
export const setAddressEndpoint = form('/api/user/address_set');
