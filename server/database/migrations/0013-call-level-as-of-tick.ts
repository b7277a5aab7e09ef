/** The margin call level is judged by as it held at a tick, like the stop-out level: its changes are noted with their ticks. */
import { SITE_RULES, settingBaseline, settingNotes } from './0005-market-as-of-tick.ts';
import type { Migration } from './migration.ts';

const ADDED = ['margin_call_level'];
const REPLACED = { sqlite: ['made', 'changed', 'gone'], postgres: ['made', 'gone'] } as const;

export const callLevelAsOfTick: Migration = {
  number: 13,
  name: 'margin call level as of a tick',
  statements: (dialect) => [
    settingBaseline(ADDED),
    ...REPLACED[dialect].map((name) => `drop trigger setting_rule_${name}${dialect === 'sqlite' ? '' : ' on setting'}`),
    ...settingNotes(dialect, [...SITE_RULES, ...ADDED]),
  ],
};
