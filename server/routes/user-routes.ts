/** Sessions, demo users, the person and their balances. */
import * as v from 'valibot';
import {
  balanceEndpoint,
  createDemoEndpoint,
  loginDemoEndpoint,
  loginEndpoint,
  logoutEndpoint,
  profitsEndpoint,
  resetDemoEndpoint,
  userInfoEndpoint,
} from '#protocol/rest/endpoints.ts';
import { ClientId } from '#protocol/rest/fields.ts';
import { ownDemoEndpoint } from '#protocol/rest/security-endpoints.ts';
import {
  AccountRow,
  CreateDemoForm,
  CreateDemoReply,
  DemoLoginForm,
  LoginForm,
  LoginReply,
  ProfitsReply,
  UserRow,
} from '#protocol/rest/user.ts';
import { done } from '../outcome.ts';
import type { Trading } from '../trading/trading.ts';
import type { Sessions } from '../users/sessions.ts';
import { userRow } from '../users/user-row.ts';
import type { Users } from '../users/users.ts';
import { OWN, OWN_MONEY, ownRoute, PUBLIC, publicRoute, type Route } from './route.ts';

/**
 * With a logout the browser forgets pages and answers that it kept in caches, those of Back among them. Not its storage: that holds what
 * outlives a login (language, theme, the demo account's id, this device's token, money calls without an answer yet); the page clears the
 * rest of it by itself.
 */
const FORGET_CACHED = { 'clear-site-data': '"cache"' };

type UserParts = { users: Users; sessions: Sessions; trading: Trading };

export const userRoutes = (parts: UserParts): Route[] => [...doorRoutes(parts), ...sessionRoutes(parts), ...moneyRoutes(parts)];

/** The ways in. */
function doorRoutes({ users }: UserParts): Route[] {
  return [
    publicRoute({
      endpoint: loginEndpoint,
      isAlike: true,
      summary: 'Logs in by e-mail or phone',
      access: PUBLIC,
      rate: 'none',
      input: LoginForm,
      reply: LoginReply,
      handle: ({ input, ip, agent, lang }) => users.login(input, { ip, agent, lang }),
    }),
    publicRoute({
      endpoint: createDemoEndpoint,
      summary: 'Makes a demo account; its id is a password',
      access: PUBLIC,
      rate: 'createDemo',
      alsoPost: true,
      input: CreateDemoForm,
      reply: CreateDemoReply,
      handle: ({ input }) => users.createDemo(input.device),
    }),
    publicRoute({
      endpoint: loginDemoEndpoint,
      summary: 'Enters a demo account by its id',
      access: PUBLIC,
      rate: 'list',
      input: DemoLoginForm,
      reply: LoginReply,
      handle: ({ input, ip, agent, lang }) => users.loginDemo(input, { ip, agent, lang }),
    }),
  ];
}

/** Who is in, and the ways out: for good, and to one's own play money. */
function sessionRoutes({ users, sessions }: UserParts): Route[] {
  return [
    ownRoute({
      endpoint: ownDemoEndpoint,
      summary: 'Enters the demo account of a real one, made where there is none; a session of its own',
      access: { ...OWN, realm: 'real' },
      rate: 'submit',
      input: v.object({}),
      reply: LoginReply,
      handle: ({ session, ip, agent, lang }) => users.enterOwnDemo(session, { ip, agent, lang }),
    }),
    ownRoute({
      endpoint: logoutEndpoint,
      summary: 'Ends the session',
      access: OWN,
      rate: 'list',
      headers: FORGET_CACHED,
      input: v.object({}),
      reply: v.null(),
      handle: async ({ session }) => {
        await sessions.revoke(session.tokenHash);
        return done(null, 'loggedOut');
      },
    }),
    ownRoute({
      endpoint: userInfoEndpoint,
      summary: 'The user who is logged in',
      access: OWN,
      rate: 'list',
      input: v.object({}),
      reply: UserRow,
      handle: async ({ session }) => done(userRow(session.user)),
    }),
  ];
}

/** What a person has. */
function moneyRoutes({ trading }: UserParts): Route[] {
  return [
    ownRoute({
      endpoint: resetDemoEndpoint,
      summary: 'Resets the demo account to its first balance',
      access: { ...OWN_MONEY, realm: 'demo' },
      rate: 'submit',
      input: v.object({ client_id: v.optional(ClientId) }),
      reply: v.null(),
      handle: ({ trader, key }) => trading.resetDemo(trader, key),
    }),
    ownRoute({
      endpoint: balanceEndpoint,
      summary: 'Balance and locks of every account',
      access: OWN,
      rate: 'list',
      input: v.object({}),
      reply: v.array(AccountRow),
      handle: async ({ trader }) => done(await trading.balances(trader)),
    }),
    ownRoute({
      endpoint: profitsEndpoint,
      summary: 'Profit of orders closed today, and what trades came to with their charges',
      access: OWN,
      rate: 'sums',
      input: v.object({}),
      reply: ProfitsReply,
      handle: async ({ trader }) => done({ profits: await trading.profitsToday(trader), net: await trading.netToday(trader) }),
    }),
  ];
}
