/** The site's configuration as the rest of the server reads it: a flat list of strings (decision D1.7.12). `site-settings.ts` keeps it. */
export interface Settings {
  /** Value of a setting; the default of `src/domain/flags.ts` when the table has none; '' when nobody knows it. */
  get(key: string): string;
}
