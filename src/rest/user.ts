/** Accounts and sessions, one function per endpoint. */
import type * as v from 'valibot';
import {
  createDemoEndpoint,
  loginDemoEndpoint,
  loginEndpoint,
  logoutEndpoint,
  resetDemoEndpoint,
  userInfoEndpoint,
} from '#protocol/rest/endpoints.ts';
import type { CreateDemoReply, LoginForm, LoginReply, UserRow } from '#protocol/rest/user.ts';
import type { CallOptions, MoneyOptions, Request } from './request.ts';

export const login = (request: Request, fields: v.InferInput<typeof LoginForm>, options?: CallOptions): Promise<LoginReply> =>
  request.call(loginEndpoint, fields, options);

export const logout = (request: Request, options?: CallOptions): Promise<null> => request.call(logoutEndpoint, {}, options);

/** Sent once only, as whatever is no read: a repeat after a lost reply would make a second demo account. */
export const createDemo = (request: Request, fields: { device?: string }, options?: CallOptions): Promise<CreateDemoReply> =>
  request.call(createDemoEndpoint, fields, options);

export const loginDemo = (request: Request, demoId: string, options?: CallOptions): Promise<LoginReply> =>
  request.call(loginDemoEndpoint, { demo_id: demoId }, options);

export const resetDemo = (request: Request, options?: MoneyOptions): Promise<null> => request.money(resetDemoEndpoint, {}, options);

export const userInfo = (request: Request, options?: CallOptions): Promise<UserRow> => request.call(userInfoEndpoint, {}, options);
