/**
 * Which id a candle period has in this database, for ever, and up to which tick of the tape its stored bars go. The seven that were
 * stored by their position in a list keep it as their id; `seq` null: their bars go as far as the cursor of all candles. A period that
 * comes later gets its row, and its bars from those that are stored, when a server that knows it starts (`server/candles/make-periods.ts`).
 */
import type { Migration } from './migration.ts';

/** By id, as they were stored. Never to be read from the table of periods, which goes on. */
const STORED = ['1min', '5min', '15min', '30min', '60min', '1day', '1week'];

export const candlePeriods: Migration = {
  number: 10,
  name: 'candle periods',
  statements(dialect) {
    const [int, options] = dialect === 'sqlite' ? ['integer', ' strict'] : ['bigint', ''];
    return [
      `create table candle_period (id ${int} primary key, name text not null unique, seq ${int})${options}`,
      ...STORED.map((name, id) => `insert into candle_period (id, name, seq) values (${id}, '${name}', null)`),
    ];
  },
};
