/**
 * Of an alert one change at most waits for its tick (decision D9.170): what is asked for before the tape goes on takes the place of what was
 * asked before it. Of those that wait now the newest stays.
 */
import type { Migration } from './migration.ts';

export const oneWaitingChange: Migration = {
  number: 17,
  name: 'one waiting change of an alert',
  statements: () => [
    `delete from alert_change where from_seq is null and exists
       (select 1 from alert_change as later where later.alert_id = alert_change.alert_id and later.id > alert_change.id)`,
    'create unique index alert_change_waiting on alert_change (alert_id) where from_seq is null',
    'create index alert_change_alert on alert_change (alert_id)',
  ],
};
