/** Browser and system that made a passkey, by which it is called once its person takes its name back (decision D9.340). '' where it is unknown: older ones. */
import type { Migration } from './migration.ts';

export const passkeyAgent: Migration = {
  number: 31,
  name: 'passkey-agent',
  statements: () => [`alter table passkey add column agent text not null default ''`],
};
