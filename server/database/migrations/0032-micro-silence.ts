/** How long the source of a micro trade's product might be silent where it was opened and where it ended, as its signed deals say it (decision D9.377). */
import type { Migration } from './migration.ts';

export const microSilence: Migration = {
  number: 32,
  name: 'micro-silence',
  statements: () => [
    'alter table micro_order add column open_silence integer not null default 0',
    'alter table micro_order add column end_silence integer not null default 0',
  ],
};
