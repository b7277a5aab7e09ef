/** The name of the outbox's numbers: events of another database never continue those of this one (decision D9.78). One row, never changed. */
import { appendOnly, type Migration } from './migration.ts';

export const outboxEpoch: Migration = {
  number: 11,
  name: 'outbox epoch',
  statements(dialect) {
    const chance = dialect === 'sqlite' ? 'lower(hex(randomblob(8)))' : "substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)";
    return [
      `create table outbox_epoch ("only" int primary key check ("only" = 1), epoch text not null)${dialect === 'sqlite' ? ' strict' : ''}`,
      `insert into outbox_epoch ("only", epoch) values (1, ${chance})`,
      ...appendOnly(dialect, 'outbox_epoch'),
    ];
  },
};
