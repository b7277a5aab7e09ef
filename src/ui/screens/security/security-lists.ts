/** What this screen reads of the server, and the times on it. */
import { isForever } from '#domain/protection.ts';
import { type ProtectionReply, protection } from '#rest/protection.ts';
import { type LoginEventRow, loginHistory, type SecurityReply, type SessionRow, security, sessions } from '#rest/security.ts';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { STANDING_KEY, takeStanding } from '../../security/read-standing.ts';
import { invalidate, type Query, useQuery } from '../../state/query.ts';
import { setting } from '../../state/site.ts';
import { endMomentText, momentText } from '../../text/moment-text.ts';

export const useSecurity = (): Query<SecurityReply> =>
  useQuery({ key: ['security'], read: (signal) => security(request, { signal, silent: true }) });
export const useProtection = (): Query<ProtectionReply> =>
  useQuery({ key: STANDING_KEY, read: async (signal) => takeStanding(await protection(request, { signal, silent: true })) });
export const useSessions = (): Query<SessionRow[]> =>
  useQuery({ key: ['sessions'], read: (signal) => sessions(request, { signal, silent: true }) });

export const useLoginHistory = (): Query<LoginEventRow[]> =>
  useQuery({ key: ['logins'], read: (signal) => loginHistory(request, { signal, silent: true }) });

export const readProtectionAgain = (): Promise<unknown> => invalidate(...STANDING_KEY);

/** Something of it was changed here, which may make withdrawals wait. */
export const readSecurityAgain = (): Promise<unknown> =>
  Promise.all([invalidate('security'), invalidate('sessions'), readProtectionAgain()]);

/** When something was, by the minute and in the configured zone, as people say it (decision D9.429). */
export const whenText = (timeMs: number): string => momentText(timeMs, Date.now(), setting('timezone'));

/** That somebody has excluded themselves, and until when. */
export const excludedText = (untilMs: number): string =>
  isForever(untilMs) ? t('security:standing.excluded-forever') : t('security:standing.excluded', { time: endText(untilMs) });

/** When something is over that is waited for, as toasts and letters say it. */
export const endText = (timeMs: number): string => endMomentText(timeMs, Date.now(), setting('timezone'));

/** Where somebody was, without the marks of a network: 198.51.100.0/24 is '198.51.100.x', 2001:db8:77::/48 '2001:db8:77:…'. */
export const addressText = (network: string): string => network.replace(/\.0\/24$/, '.x').replace(/::\/48$/, ':…') || '-';
