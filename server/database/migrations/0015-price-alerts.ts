/**
 * Price alerts (decisions D9.145 to D9.149). `alert_change` is what people asked for, in order: it only grows, and the tape gives each row the
 * tick from which it holds, as it does for the operator's settings. Who evaluates forgets the rows that are over.
 */
import type { Migration } from './migration.ts';

const TERMS = (int: string): string =>
  `product_id ${int} not null, kind text not null check (kind in ('above', 'below', 'move')), asked_price ${int}, percent ${int},
   window_s ${int}, repeat text not null check (repeat in ('once', 'every'))`;

export const priceAlerts: Migration = {
  number: 15,
  name: 'price alerts',
  statements(dialect) {
    const [int, id, options] =
      dialect === 'sqlite'
        ? ['integer', 'integer primary key autoincrement', ' strict']
        : ['bigint', 'bigint generated always as identity primary key', ''];
    return [
      `create table price_alert (id ${id}, user_id ${int} not null references "user" (id), change_id ${int} not null, created_at ${int} not null)${options}`,
      'create index price_alert_user on price_alert (user_id, id)',
      'create index price_alert_change on price_alert (change_id)',
      `create table alert_change (id ${id}, alert_id ${int} not null, user_id ${int} not null, act text not null check (act in ('put', 'drop')),
       ${TERMS(int)}, from_seq ${int}, from_at ${int}, rest_until ${int} not null default 0)${options}`,
      'create index alert_change_from on alert_change (from_seq, id)',
      `create table alert_fired (id ${id}, alert_id ${int} not null, user_id ${int} not null, ${TERMS(int)}, price ${int} not null,
       from_price ${int}, tick_seq ${int} not null, at ${int} not null, unique (alert_id, tick_seq))${options}`,
      'create index alert_fired_user on alert_fired (user_id, id)',
    ];
  },
};
