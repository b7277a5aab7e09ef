/** Where a person is logged in, who got in and who tried to. Also for demo accounts: their key may lie in more than one browser. */
import * as v from 'valibot';
import { LoginEventRow, RevokeSessionForm, SessionRow } from '#protocol/rest/security.ts';
import { loginHistoryEndpoint, revokeOthersEndpoint, revokeSessionEndpoint, sessionsEndpoint } from '#protocol/rest/security-endpoints.ts';
import type { OwnSessions } from '../users/own-sessions.ts';
import { OWN, ownRoute, type Route } from './route.ts';

export const ownSessionRoutes = ({ ownSessions }: { readonly ownSessions: OwnSessions }): Route[] => [
  ownRoute({
    endpoint: sessionsEndpoint,
    summary: 'Sessions of the caller',
    access: OWN,
    rate: 'list',
    input: v.object({}),
    reply: v.array(SessionRow),
    handle: ({ session }) => ownSessions.list(session),
  }),
  ownRoute({
    endpoint: revokeSessionEndpoint,
    summary: 'Ends one of the sessions of the caller; its device is forgotten',
    access: OWN,
    rate: 'submit',
    input: RevokeSessionForm,
    reply: v.null(),
    handle: ({ input, session }) => ownSessions.revoke(session, input.id),
  }),
  ownRoute({
    endpoint: revokeOthersEndpoint,
    summary: 'Ends all sessions of the caller but this one',
    access: OWN,
    rate: 'submit',
    input: v.object({}),
    reply: v.null(),
    handle: ({ session }) => ownSessions.revokeOthers(session),
  }),
  ownRoute({
    endpoint: loginHistoryEndpoint,
    summary: 'Logins to the account and logins that were refused, newest first',
    access: OWN,
    rate: 'list',
    input: v.object({}),
    reply: v.array(LoginEventRow),
    handle: ({ session }) => ownSessions.history(session),
  }),
];
