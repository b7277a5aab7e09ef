/** Devices that a person has logged in from, by the hash of the token that the device keeps. One device may be known to several people. */
import type { Migration } from './migration.ts';

export const knownDevices: Migration = {
  number: 7,
  name: 'known devices',
  statements(dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint';
    return [
      `create table device (token_hash text not null, user_id ${int} not null references "user" (id), created_at ${int} not null,
         used_at ${int} not null, primary key (token_hash, user_id))${dialect === 'sqlite' ? ' strict' : ''}`,
      'create index device_owner on device (user_id)',
    ];
  },
};
