/** In which language somebody is written to; '' where it is unknown: older accounts, and those of an older node (decision D9.314). */
import type { Migration } from './migration.ts';

export const letterLanguage: Migration = {
  number: 30,
  name: 'letter-language',
  statements: () => [`alter table "user" add column lang text not null default ''`],
};
