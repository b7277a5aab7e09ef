/** How the screens come that are no tabs. Apart from the table of routes, which the first price list pays for. */
import type { ComponentType } from 'preact';
import { PATHS } from './paths.ts';

const LEAVES = {
  [PATHS.login]: () => import('./screens/login/login-screen.tsx').then((module) => module.LoginScreen),
  [PATHS.register]: () => import('./screens/register/register-screen.tsx').then((module) => module.RegisterScreen),
  [PATHS.forgot]: () => import('./screens/forgot/forgot-screen.tsx').then((module) => module.ForgotScreen),
  [PATHS.password]: () => import('./screens/password/password-screen.tsx').then((module) => module.PasswordScreen),
  [PATHS.payPassword]: () => import('./screens/pay-password/pay-password-screen.tsx').then((module) => module.PayPasswordScreen),
  [PATHS.identity]: () => import('./screens/identity/identity-screen.tsx').then((module) => module.IdentityScreen),
  [PATHS.security]: () => import('./screens/security/security-screen.tsx').then((module) => module.SecurityScreen),
  [PATHS.product]: () => import('./screens/product/product-screen.tsx').then((module) => module.ProductScreen),
  [PATHS.language]: () => import('./screens/language/language-screen.tsx').then((module) => module.LanguageScreen),
  [PATHS.contact]: () => import('./screens/contact/contact-screen.tsx').then((module) => module.ContactScreen),
  [PATHS.invite]: () => import('./screens/invite/invite-screen.tsx').then((module) => module.InviteScreen),
  [PATHS.feedback]: () => import('./screens/feedback/feedback-screen.tsx').then((module) => module.FeedbackScreen),
  [PATHS.alerts]: () => import('./screens/alerts/alerts-screen.tsx').then((module) => module.AlertsScreen),
};
export type LeafPath = keyof typeof LEAVES;

export const leafScreen = (path: LeafPath): Promise<ComponentType> => LEAVES[path]();
