/** By which passkey a session was opened, so that it ends with it (decision D9.307). Unknown for older sessions, and for those of an older node. */
import type { Migration } from './migration.ts';

export const sessionPasskey: Migration = {
  number: 28,
  name: 'session-passkey',
  statements: (dialect) => [`alter table session add column passkey_id ${dialect === 'sqlite' ? 'integer' : 'bigint'}`],
};
