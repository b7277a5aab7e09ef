/** The companies behind a site (specification S1 section 3), and what their state means for it. */

/** `website`: https, or ''. `logo`: a path of this site, or ''. */
export type Company = {
  readonly id: number;
  readonly name: string;
  readonly logo: string;
  readonly website: string;
  readonly subject: string;
  readonly registeredAddress: string;
  readonly officeAddress: string;
  readonly email: string;
};
/** `isMain`: the site searches companies in place of products. `lossAddress`: where browsers go once it does not run; not looked at yet. */
export type CompanyStatus = { readonly isRunning: boolean; readonly isMain: boolean; readonly lossAddress: string };

/** Longest text that companies are searched by. */
export const COMPANY_SEARCH_MAX = 80;

/** Names of the site's configuration that are about companies, with their defaults. */
export const COMPANY_SETTING_DEFAULTS = {
  /** Hosts that a company which has ended may send browsers to, comma separated (decision D9.267). */
  loss_hosts: '',
} as const;
export type CompanySetting = keyof typeof COMPANY_SETTING_DEFAULTS;
