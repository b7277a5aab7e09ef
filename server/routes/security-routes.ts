/** What a person proves themselves by: second factor and passkeys. Everything that changes them asks for password and factor again first. */
import * as v from 'valibot';
import {
  AddPasskeyForm,
  FactorBegun,
  PasskeyOptions,
  ProfileForm,
  ReauthForm,
  RecoveryCodes,
  RemovePasskeyForm,
  RenamePasskeyForm,
  SecurityReply,
  SetFactorForm,
} from '#protocol/rest/security.ts';
import {
  addPasskeyEndpoint,
  beginFactorEndpoint,
  newPasskeyEndpoint,
  profileEndpoint,
  recoveryCodesEndpoint,
  removeFactorEndpoint,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
  securityEndpoint,
  setFactorEndpoint,
} from '#protocol/rest/security-endpoints.ts';
import type { Security } from '../factors/security.ts';
import { OWN, ownRoute, type Route } from './route.ts';

/** A demo account is a key that a browser keeps: it has no password and needs no factor. */
const OWN_REAL = { ...OWN, realm: 'real' } as const;

export const securityRoutes = ({ security }: { readonly security: Security }): Route[] => [
  ownRoute({
    endpoint: securityEndpoint,
    summary: 'Second factor, passkeys, nickname and the word of letters',
    access: OWN_REAL,
    rate: 'list',
    input: v.object({}),
    reply: SecurityReply,
    handle: ({ session }) => security.overview(session.user),
  }),
  ownRoute({
    endpoint: profileEndpoint,
    summary: 'Sets the nickname, or the word that stands in every letter, which asks for password and factor',
    access: OWN_REAL,
    rate: 'submit',
    input: ProfileForm,
    reply: v.null(),
    handle: ({ input, session, ip, lang }) => security.setProfile(session, input, { ip, lang }),
  }),
  ...factorRoutes(security),
  ...passkeyRoutes(security),
];

const factorRoutes = (security: Security): Route[] => [
  ownRoute({
    endpoint: beginFactorEndpoint,
    summary: 'Begins a second factor: the secret of an authenticator app',
    access: OWN_REAL,
    rate: 'submit',
    input: ReauthForm,
    reply: FactorBegun,
    handle: ({ input, session, ip, lang }) => security.beginFactor(session, input, { ip, lang }),
  }),
  ownRoute({
    endpoint: setFactorEndpoint,
    summary: 'Sets the second factor that was begun, by its first code; answers the recovery codes',
    access: OWN_REAL,
    rate: 'submit',
    input: SetFactorForm,
    reply: RecoveryCodes,
    handle: ({ input, session, ip, lang }) => security.setFactor(session, input.code, { ip, lang }),
  }),
  ownRoute({
    endpoint: removeFactorEndpoint,
    summary: 'Removes the second factor',
    access: OWN_REAL,
    rate: 'submit',
    input: ReauthForm,
    reply: v.null(),
    handle: ({ input, session, ip, lang }) => security.removeFactor(session, input, { ip, lang }),
  }),
  ownRoute({
    endpoint: recoveryCodesEndpoint,
    summary: 'New recovery codes in place of the old ones',
    access: OWN_REAL,
    rate: 'submit',
    input: ReauthForm,
    reply: RecoveryCodes,
    handle: ({ input, session, ip, lang }) => security.renewCodes(session, input, { ip, lang }),
  }),
];

const passkeyRoutes = (security: Security): Route[] => [
  ownRoute({
    endpoint: newPasskeyEndpoint,
    summary: 'Options for making a passkey',
    access: OWN_REAL,
    rate: 'submit',
    input: ReauthForm,
    reply: PasskeyOptions,
    handle: ({ input, session, ip, lang }) => security.newPasskey(session, input, { ip, lang }),
  }),
  ownRoute({
    endpoint: addPasskeyEndpoint,
    summary: 'Adds the passkey that a browser made',
    access: OWN_REAL,
    rate: 'submit',
    input: AddPasskeyForm,
    reply: v.null(),
    handle: ({ input, session, ip, agent, lang }) => security.addPasskey(session, input, { ip, agent, lang }),
  }),
  ownRoute({
    endpoint: renamePasskeyEndpoint,
    summary: 'Names a passkey; an empty name takes it back',
    access: OWN_REAL,
    rate: 'submit',
    input: RenamePasskeyForm,
    reply: v.null(),
    handle: ({ input, session }) => security.renamePasskey(session, Number(input.id), input.name),
  }),
  ownRoute({
    endpoint: removePasskeyEndpoint,
    summary: 'Removes a passkey',
    access: OWN_REAL,
    rate: 'submit',
    input: RemovePasskeyForm,
    reply: v.null(),
    handle: ({ input, session, ip, lang }) => security.removePasskey(session, input, { ip, lang }),
  }),
];
