/** What this screen reads of the server, and the times on it. */
import { type ProtectionReply, protection } from '#rest/protection.ts';
import { type LoginEventRow, loginHistory, type SecurityReply, type SessionRow, security, sessions } from '#rest/security.ts';
import { request } from '../../requests/request.ts';
import { invalidate, type Query, useQuery } from '../../state/query.ts';
import { setting } from '../../state/site.ts';
import { minuteText } from '../../text/time.ts';

export const useSecurity = (): Query<SecurityReply> =>
  useQuery({ key: ['security'], read: (signal) => security(request, { signal, silent: true }) });
export const useProtection = (): Query<ProtectionReply> =>
  useQuery({ key: ['protection'], read: (signal) => protection(request, { signal, silent: true }) });
export const useSessions = (): Query<SessionRow[]> =>
  useQuery({ key: ['sessions'], read: (signal) => sessions(request, { signal, silent: true }) });

export const useLoginHistory = (): Query<LoginEventRow[]> =>
  useQuery({ key: ['logins'], read: (signal) => loginHistory(request, { signal, silent: true }) });

/** Something of it was changed here. */
export const readSecurityAgain = (): Promise<unknown> => Promise.all([invalidate('security'), invalidate('sessions')]);

export const readProtectionAgain = (): Promise<unknown> => invalidate('protection');

/** When something was or will be, by the minute and in the configured zone. */
export const whenText = (timeMs: number): string => minuteText(timeMs, setting('timezone'));
