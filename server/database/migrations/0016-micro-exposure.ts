/**
 * What the house may lose on micro trades is counted by person too (decision D9.166). Rows of the past go by their window, which is therefore
 * the first part of the key; what was counted before goes on as the house's own.
 */
import type { Migration } from './migration.ts';

export const microExposure: Migration = {
  number: 16,
  name: 'micro exposure by person',
  statements(dialect) {
    const [int, options] = dialect === 'sqlite' ? ['integer', ' strict'] : ['bigint', ''];
    return [
      'alter table micro_exposure rename to micro_exposure_before',
      `create table micro_exposure (realm text not null, product_id ${int} not null, window_ms ${int} not null, user_id ${int} not null,
         taken ${int} not null check (taken >= 0), constraint micro_exposure_of primary key (window_ms, product_id, realm, user_id))${options}`,
      `insert into micro_exposure (realm, product_id, window_ms, user_id, taken)
         select realm, product_id, window_ms, 0, taken from micro_exposure_before`,
      'drop table micro_exposure_before',
    ];
  },
};
