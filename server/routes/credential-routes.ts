/** Registering, codes and captchas, and what people do with their passwords. */
import * as v from 'valibot';
import {
  AddressCodeForm,
  AmendPasswordForm,
  AmendPayPasswordForm,
  CaptchaReply,
  CredentialChangeReply,
  ForgetPasswordForm,
  PuzzleReply,
  RegisterForm,
  SendCodeForm,
  SendCodeReply,
  SetAddressForm,
} from '#protocol/rest/credentials.ts';
import {
  amendPasswordEndpoint,
  amendPayPasswordEndpoint,
  captchaEndpoint,
  forgetPasswordEndpoint,
  puzzleEndpoint,
  registerEndpoint,
  sendEmailEndpoint,
  sendSmsEndpoint,
} from '#protocol/rest/credentials-endpoints.ts';
import { addressCodeEndpoint, setAddressEndpoint } from '#protocol/rest/security-endpoints.ts';
import { LoginReply } from '#protocol/rest/user.ts';
import { done } from '../outcome.ts';
import type { Credentials } from '../users/create-people.ts';
import { OWN, ownRoute, PUBLIC, publicRoute, type Route } from './route.ts';

type Parts = { readonly credentials: Credentials };
/** Who has a password: a demo account has none. */
const OWN_REAL = { ...OWN, realm: 'real' } as const;

export const credentialRoutes = (parts: Parts): Route[] => [...openRoutes(parts), ...codeRoutes(parts), ...ownRoutes(parts)];

/** For who has no account, or cannot get into theirs. */
const openRoutes = ({ credentials }: Parts): Route[] => [
  publicRoute({
    endpoint: registerEndpoint,
    isAlike: true,
    summary: 'Opens a real account and logs in',
    access: PUBLIC,
    rate: 'register',
    input: RegisterForm,
    reply: LoginReply,
    handle: async ({ input, ip, agent, lang, findSession }) =>
      credentials.register(input, { ip, agent, lang }, (await findSession())?.user),
  }),
  publicRoute({
    endpoint: forgetPasswordEndpoint,
    isAlike: true,
    summary: 'Sets a new password by a code that was sent; all sessions end',
    access: PUBLIC,
    rate: 'forget',
    input: ForgetPasswordForm,
    reply: v.null(),
    handle: ({ input, ip, lang }) => credentials.resetPassword(input, { ip, lang }),
  }),
];

/** What stands before them. */
const codeRoutes = ({ credentials }: Parts): Route[] => [
  publicRoute({
    endpoint: sendEmailEndpoint,
    isAlike: true,
    summary: 'Mails a code; answers alike whether an account has the address or not',
    access: PUBLIC,
    rate: 'sendCode',
    input: SendCodeForm,
    reply: SendCodeReply,
    handle: ({ input, ip, lang }) => credentials.sendCode('email', input, { ip, lang }),
  }),
  publicRoute({
    endpoint: sendSmsEndpoint,
    isAlike: true,
    summary: 'Sends a code as a short message; answers alike whether an account has the number or not',
    access: PUBLIC,
    rate: 'sendCode',
    input: SendCodeForm,
    reply: SendCodeReply,
    handle: ({ input, ip, lang }) => credentials.sendCode('sms', input, { ip, lang }),
  }),
  publicRoute({
    endpoint: captchaEndpoint,
    summary: 'Five letters as a picture, good for one registration from this network',
    access: PUBLIC,
    rate: 'captcha',
    input: v.object({}),
    reply: CaptchaReply,
    handle: async ({ ip }) => done(await credentials.captchas.picture('register', ip)),
  }),
  publicRoute({
    endpoint: puzzleEndpoint,
    summary:
      'A puzzle for the device in place of the picture: an answer such that SHA-256 of salt and answer begins with so many zero bits',
    access: PUBLIC,
    rate: 'captcha',
    input: v.object({}),
    reply: PuzzleReply,
    handle: async ({ ip }) => done(await credentials.captchas.puzzle('register', ip)),
  }),
];

/** For who is logged in. */
const ownRoutes = ({ credentials }: Parts): Route[] => [
  ownRoute({
    endpoint: amendPasswordEndpoint,
    summary: 'Changes the password; all other sessions end, withdrawals wait',
    access: OWN_REAL,
    rate: 'credential',
    input: AmendPasswordForm,
    reply: CredentialChangeReply,
    handle: ({ session, input, ip, lang }) => credentials.changePassword(session, input, { ip, lang }),
  }),
  ownRoute({
    endpoint: amendPayPasswordEndpoint,
    summary: 'Sets or changes the pay password; withdrawals wait',
    access: OWN_REAL,
    rate: 'credential',
    input: AmendPayPasswordForm,
    reply: CredentialChangeReply,
    handle: ({ session, input, ip, lang }) => credentials.changePayPassword(session, input, { ip, lang }),
  }),
  ownRoute({
    endpoint: addressCodeEndpoint,
    isAlike: true,
    summary: 'Sends a code to an address that one wants for the account; answers alike whether an account has it or not',
    access: OWN_REAL,
    rate: 'sendCode',
    input: AddressCodeForm,
    reply: SendCodeReply,
    handle: ({ session, input, ip, lang }) => credentials.changeAddress.sendCode(session, input, { ip, lang }),
  }),
  ownRoute({
    endpoint: setAddressEndpoint,
    summary: 'Changes the e-mail address or the number, or adds the other; all other sessions end, withdrawals wait',
    access: OWN_REAL,
    rate: 'credential',
    input: SetAddressForm,
    reply: CredentialChangeReply,
    handle: ({ session, input, ip, lang }) => credentials.changeAddress.set(session, input, { ip, lang }),
  }),
];
