/**
 * What an operator may do, in one list. Each change is one transaction with its row in the audit table: who, what, why. There is no
 * command that sets a price, an outcome or a fill.
 */
import { CONFIG_DEFAULTS, FLAGS } from '#domain/flags.ts';
import { readDurations } from '#domain/micro-settings.ts';
import { productionProblem, settingProblem, togetherProblem } from '#domain/setting-rules.ts';
import { isZone } from '../clock/offset-in.ts';
import type { Trx } from '../database/database.ts';
import { missingCarrier } from '../letters/missing-carrier.ts';
import { appendAudit, lockActs, newestActs } from '../repositories/audit-repository.ts';
import { allSettings, putSetting } from '../repositories/site-repository.ts';
import type { SiteSettings } from '../site/site-settings.ts';
import { type Cause, type Command, type OperatorParts, refused, said } from './command.ts';
import { COMPANY_COMMANDS } from './company-commands.ts';
import { COMPLAINT_COMMANDS } from './complaint-commands.ts';
import { FREEZE_COMMANDS } from './freeze-commands.ts';
import { IDENTITY_COMMANDS } from './identity-commands.ts';
import { settingNightProblem } from './night-limits.ts';
import type { Answer, OperatorCall } from './operator-call.ts';
import { PRODUCT_COMMANDS } from './product-commands.ts';
import { TAPE_COMMANDS } from './tape-commands.ts';
import { verifyBooks } from './verify-books.ts';
import { verifyRules } from './verify-rules.ts';

const ACTS_SHOWN = 50;
const COMMANDS: readonly Command[] = [
  {
    name: 'verify',
    words: '',
    about: 'recomputes every law: ledger, tape, executions against their ticks and by their rules, audit',
    isChange: false,
    async run({ db, clock, catalogue, tapeLog }) {
      const books = await verifyBooks(db, { nowMs: clock.now(), isWhole: true });
      const rules = await verifyRules({ db, catalogue, origin: tapeLog.keys.origin });
      const count = books.problems.length + rules.failed;
      const named = [...books.facts, ...rules.facts, ...books.problems, ...rules.problems];
      return { isGood: count === 0, lines: [...named, count === 0 ? 'everything holds' : `${count} problems`] };
    },
  },
  {
    name: 'settings',
    words: '[part of a name]',
    about: 'lists settings with their values',
    isChange: false,
    run: async ({ settings }, [part = '']) => listed(settings, (name) => !isFlag(name) && name.includes(part)),
  },
  {
    name: 'setting',
    words: 'NAME VALUE',
    about: 'changes a setting',
    isChange: true,
    run: (parts, [name = '', value], cause) =>
      value === undefined || isFlag(name)
        ? Promise.resolve(refused('setting takes a name of `settings` and a value'))
        : changeSetting(parts, name, value, cause),
  },
  {
    name: 'flags',
    words: '[part of a name]',
    about: 'lists what is switched on and off',
    isChange: false,
    run: async ({ settings }, [part = '']) => listed(settings, (name) => isFlag(name) && name.includes(part)),
  },
  {
    name: 'flag',
    words: 'NAME on|off',
    about: 'switches a flag',
    isChange: true,
    async run(parts, [name = '', state = ''], cause) {
      if (!isFlag(name)) return refused(`flag: got "${name}", takes a name of \`flags\``);
      if (state !== 'on' && state !== 'off') return refused(`flag ${name}: got "${state}", takes on or off`);
      return changeSetting(parts, name, state === 'on' ? '1' : '0', cause);
    },
  },
  ...PRODUCT_COMMANDS,
  ...IDENTITY_COMMANDS,
  ...COMPANY_COMMANDS,
  ...COMPLAINT_COMMANDS,
  ...FREEZE_COMMANDS,
  ...TAPE_COMMANDS,
  {
    name: 'audit',
    words: '',
    about: `shows the last ${ACTS_SHOWN} acts`,
    isChange: false,
    async run({ db }) {
      const acts = await newestActs(db.kysely, ACTS_SHOWN);
      return said(...acts.map((act) => `${new Date(act.at).toISOString()} ${act.actor} ${act.act} ${act.subject}: ${act.detail}`));
    },
  },
];

const isFlag = (name: string): boolean => (FLAGS as readonly string[]).includes(name);
function listed(settings: SiteSettings, isShown: (name: string) => boolean): Answer {
  const rows = Object.entries(settings.all()).filter(([name]) => isShown(name));
  if (rows.length === 0) return refused('no name has that in it');
  return said(...rows.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name} = ${value}`));
}

/** A row of durations whose product there is none of, in words (decision D9.121). */
function unknownProduct(name: string, value: string, codes: readonly string[]): string | undefined {
  const row =
    name === 'micro_durations' ? readDurations(value)?.find(({ code }) => code !== undefined && !codes.includes(code)) : undefined;
  return row && `${name}: got "${row.code}", takes the code of a product, or all`;
}

/** What is wrong with a value beside the others of the table, which another operator may just have changed: asked behind the lock of acts. */
async function unfitBeside(trx: Trx, name: string, value: string): Promise<string | undefined> {
  const stored: Record<string, string> = Object.fromEntries((await allSettings(trx)).map((row) => [row.key, row.value]));
  const all: Readonly<Record<string, string>> = { ...CONFIG_DEFAULTS, ...stored };
  return togetherProblem(name, value, (other) => all[other] ?? '');
}

async function changeSetting(
  { db, clock, settings, catalogue, config }: OperatorParts,
  name: string,
  value: string,
  { actor, reason }: Cause,
): Promise<Answer> {
  if (!Object.hasOwn(CONFIG_DEFAULTS, name)) return refused(`setting: got "${name}", takes a name of \`settings\` or \`flags\``);
  const changed = { get: (key: string) => (key === name ? value : settings.get(key)) };
  const problem =
    settingProblem(name, value, isZone) ??
    unknownProduct(
      name,
      value,
      catalogue.products().map(({ code }) => code),
    ) ??
    (config.profile === 'production' ? productionProblem(name, value) : undefined) ??
    (missingCarrier(config, settings) ? undefined : missingCarrier(config, changed));
  if (problem) return refused(problem);
  const before = settings.get(name);
  if (value === before) return said(`${name}: is "${value}" already`);
  const unfit = await db.transaction(async (trx) => {
    await lockActs(trx);
    const found = (await unfitBeside(trx, name, value)) ?? (await settingNightProblem(trx, catalogue.products(), name, value));
    if (found) return found;
    await putSetting(trx, name, value);
    await appendAudit(trx, { at: clock.now(), actor, act: 'setting', subject: name, detail: `"${before}" to "${value}": ${reason}` });
    return undefined;
  });
  if (unfit) return refused(unfit);
  await settings.refresh();
  return said(`${name}: "${before}" is now "${value}"; other nodes follow within seconds`);
}

/** The commands in words. */
export const helpText = (): string[] => [
  'npm run operator -- COMMAND [words] [--reason "why"] [--as NAME]',
  '',
  ...COMMANDS.map(
    ({ name, words, about, isChange }) => `  ${`${name} ${words}`.padEnd(28)} ${about}${isChange ? ' (needs --reason)' : ''}`,
  ),
];

/** Runs a command; what is wrong with its words is one line of the answer. */
export async function runCommand(parts: OperatorParts, { command: name, words, actor, reason }: OperatorCall): Promise<Answer> {
  // The server may know more commands than an older command line; its list is the one that counts.
  if (name === 'help') return said(...helpText());
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) return refused(`there is no command "${name}"; \`help\` lists them`);
  if (command.isChange && reason.trim() === '') return refused(`${name}: a change needs --reason "why"`);
  return command.run(parts, words, { actor, reason });
}
