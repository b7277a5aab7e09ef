/** The endpoints of what people do to protect themselves, apart from the others: what a first page loads names none of them. */
import { form, read } from './endpoint.ts';

/** Where the link of a letter leads: a page of the server's own, which asks before it does anything. */
export const NOT_ME_PATH = '/api/user/not_me';
export const notMePageEndpoint = read(NOT_ME_PATH);
export const notMeEndpoint = form('/api/user/not_me_freeze');

export const protectionEndpoint = read('/api/user/protection');
export const freezeEndpoint = form('/api/user/freeze');
export const unfreezeEndpoint = form('/api/user/unfreeze');
export const ownLimitEndpoint = form('/api/user/own_limit');
export const reminderEndpoint = form('/api/user/session_reminder');
export const lockLimitsEndpoint = form('/api/user/lock_limits');
export const coolOffEndpoint = form('/api/user/cool_off');
export const excludeEndpoint = form('/api/user/exclude');
export const ownDataEndpoint = form('/api/user/own_data');
export const closeAccountEndpoint = form('/api/user/close_account');
