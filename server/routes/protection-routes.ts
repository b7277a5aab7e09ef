/** What people do to protect themselves: freeze, limits, breaks, their data, the end of the account. A demo account needs none of it. */
import * as v from 'valibot';
import {
  CoolOffForm,
  ExcludeForm,
  LockLimitsForm,
  NotMeForm,
  NotMeQuery,
  OwnLimitForm,
  ProtectionReply,
  ReminderForm,
  UntilReply,
} from '#protocol/rest/protection.ts';
import {
  closeAccountEndpoint,
  coolOffEndpoint,
  excludeEndpoint,
  freezeEndpoint,
  lockLimitsEndpoint,
  notMeEndpoint,
  notMePageEndpoint,
  ownDataEndpoint,
  ownLimitEndpoint,
  protectionEndpoint,
  reminderEndpoint,
  unfreezeEndpoint,
} from '#protocol/rest/protection-endpoints.ts';
import { ReauthForm } from '#protocol/rest/security.ts';
import type { Protection } from '../protection/create-protection.ts';
import { askNotMe, frozenPage, linkOverPage } from '../protection/not-me-page.ts';
import type { Settings } from '../site/settings.ts';
import { OWN, ownRoute, PUBLIC, publicRoute, type Route } from './route.ts';

const OWN_REAL = { ...OWN, realm: 'real' } as const;
type Parts = { readonly protection: Protection; readonly settings: Settings };

export const protectionRoutes = (parts: Parts): Route[] => [
  ...linkRoutes(parts),
  ...freezeRoutes(parts.protection),
  ...limitRoutes(parts.protection),
  ...breakRoutes(parts.protection),
  ...leaveRoutes(parts.protection),
];

/** Where the links of letters lead. */
function linkRoutes({ protection: { freezes }, settings }: Parts): Route[] {
  const site = () => settings.get('site_name');
  return [
    publicRoute({
      endpoint: notMePageEndpoint,
      summary: 'The page of a "not me" link: asks, and changes nothing. A page, not an envelope',
      access: PUBLIC,
      rate: 'list',
      input: NotMeQuery,
      reply: v.null(),
      files: ['text/html'],
      handle: async ({ input: { link }, lang }) => {
        const about = await freezes.about(link);
        return about ? askNotMe({ lang: about.lang ?? lang, site: site() }, link, about) : linkOverPage({ lang, site: site() });
      },
    }),
    publicRoute({
      endpoint: notMeEndpoint,
      summary: 'Freezes the account of a "not me" link, once. A page, not an envelope',
      access: PUBLIC,
      rate: 'forget',
      input: NotMeForm,
      reply: v.null(),
      files: ['text/html'],
      handle: async ({ input: { link }, ip, lang }) => {
        const about = await freezes.about(link);
        const isFrozen = await freezes.notMe(link, { ip, lang });
        return (isFrozen ? frozenPage : linkOverPage)({ lang: about?.lang ?? lang, site: site() });
      },
    }),
  ];
}

const freezeRoutes = (protection: Protection): Route[] => [
  ownRoute({
    endpoint: protectionEndpoint,
    summary: 'How the account is protected: a freeze, limits on oneself, breaks, until when withdrawals wait',
    access: OWN_REAL,
    rate: 'sums',
    input: v.object({}),
    reply: ProtectionReply,
    handle: ({ session }) => protection.overview(session.user),
  }),
  ownRoute({
    endpoint: freezeEndpoint,
    summary: 'Freezes the account of the caller: every session ends, no new risk is taken, nothing leaves it',
    access: OWN_REAL,
    rate: 'freeze',
    input: v.object({}),
    reply: v.null(),
    handle: ({ session, ip, lang }) => protection.freezes.freeze(session.user, { ip, lang }),
  }),
  ownRoute({
    endpoint: unfreezeEndpoint,
    summary: 'Lifts a freeze by oneself, after a wait, with the second factor',
    access: OWN_REAL,
    rate: 'credential',
    input: ReauthForm,
    reply: v.null(),
    handle: ({ session, input, ip, lang }) => protection.freezes.lift(session, input, { ip, lang }),
  }),
];

const limitRoutes = ({ limits, breaks }: Protection): Route[] => [
  ownRoute({
    endpoint: ownLimitEndpoint,
    summary: 'Sets a limit on oneself: tighter at once, looser after a wait',
    access: OWN_REAL,
    rate: 'ownLimit',
    input: OwnLimitForm,
    reply: v.null(),
    handle: ({ session, input }) => limits.set(session, input.kind, input.value),
  }),
  ownRoute({
    endpoint: lockLimitsEndpoint,
    summary: 'Locks the limits on oneself against looser ones for some days',
    access: OWN_REAL,
    rate: 'ownLimit',
    input: LockLimitsForm,
    reply: UntilReply,
    handle: ({ session, input }) => breaks.lock(session, Number(input.days)),
  }),
  ownRoute({
    endpoint: reminderEndpoint,
    summary: 'After how many minutes a session reminds its person',
    access: OWN_REAL,
    rate: 'submit',
    input: ReminderForm,
    reply: v.null(),
    handle: ({ session, input }) => limits.remind(session, Number(input.minutes)),
  }),
];

const breakRoutes = ({ breaks }: Protection): Route[] => [
  ownRoute({
    endpoint: coolOffEndpoint,
    summary: 'Takes no new risk for some days; cannot be ended before',
    access: OWN_REAL,
    rate: 'ownLimit',
    input: CoolOffForm,
    reply: UntilReply,
    handle: ({ session, input }) => breaks.coolOff(session, Number(input.days)),
  }),
  ownRoute({
    endpoint: excludeEndpoint,
    summary: 'Self-exclusion, for months or for good; cannot be ended before',
    access: OWN_REAL,
    rate: 'credential',
    input: ExcludeForm,
    reply: UntilReply,
    handle: ({ session, input, ip, lang }) => breaks.exclude(session, input, { ip, lang }),
  }),
];

const leaveRoutes = (protection: Protection): Route[] => [
  ownRoute({
    endpoint: ownDataEndpoint,
    summary: 'Everything that is kept about the caller, as JSON: a file, not an envelope',
    access: OWN_REAL,
    rate: 'statement',
    input: ReauthForm,
    reply: v.null(),
    files: ['application/json'],
    handle: ({ session, input, ip, lang }) => protection.data(session, input, { ip, lang }),
  }),
  ownRoute({
    endpoint: closeAccountEndpoint,
    summary: 'Closes the account for good; one that holds something is refused',
    access: OWN_REAL,
    rate: 'credential',
    input: ReauthForm,
    reply: v.null(),
    handle: ({ session, input, ip, lang }) => protection.closeAccount.close(session, input, { ip, lang }),
  }),
];
