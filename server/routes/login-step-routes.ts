/** The second step of a login, and the way in by a passkey. */
import * as v from 'valibot';
import { LoginFactorForm, LoginPasskeyForm, PasskeyOptions } from '#protocol/rest/security.ts';
import { loginFactorEndpoint, loginPasskeyEndpoint, passkeyChallengeEndpoint } from '#protocol/rest/security-endpoints.ts';
import { LoginReply } from '#protocol/rest/user.ts';
import type { LoginSteps } from '../factors/login-steps.ts';
import type { Passkeys } from '../factors/passkeys.ts';
import { done, refused } from '../outcome.ts';
import { PUBLIC, publicRoute, type Route } from './route.ts';

type Parts = { readonly loginSteps: LoginSteps; readonly passkeys: Passkeys };

export const loginStepRoutes = ({ loginSteps, passkeys }: Parts): Route[] => [
  publicRoute({
    endpoint: loginFactorEndpoint,
    summary: 'The second step of a login: a code of the second factor, with the ticket that the first step answered',
    access: PUBLIC,
    rate: 'none',
    input: LoginFactorForm,
    reply: LoginReply,
    handle: ({ input, ip, agent, lang }) => loginSteps.byFactor(input, { ip, agent, lang }),
  }),
  publicRoute({
    endpoint: passkeyChallengeEndpoint,
    summary: 'Options for a login by a passkey',
    access: PUBLIC,
    rate: 'list',
    input: v.object({}),
    reply: PasskeyOptions,
    handle: async () => (passkeys.isPossible ? done({ options: await passkeys.loginOptions() }) : refused('featureOff')),
  }),
  publicRoute({
    endpoint: loginPasskeyEndpoint,
    summary: 'Logs in by a passkey',
    access: PUBLIC,
    rate: 'passkey',
    input: LoginPasskeyForm,
    reply: LoginReply,
    handle: ({ input, ip, agent, lang }) => loginSteps.byPasskey(input, { ip, agent, lang }),
  }),
];
