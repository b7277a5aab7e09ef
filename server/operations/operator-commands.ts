/**
 * What an operator may do, in one list. Each change is one transaction with its row in the audit table: who, what, why. There is no
 * command that sets a price, an outcome or a fill.
 */
import { formatDecimal } from '#domain/decimal.ts';
import type { FinancingTerms } from '#domain/financing.ts';
import { CONFIG_DEFAULTS, FLAGS } from '#domain/flags.ts';
import { readFinancing, settingProblem, tripleDayName } from '#domain/setting-rules.ts';
import type { ProductCatalogue } from '../catalogue/product-catalogue.ts';
import type { Clock } from '../clock/clock.ts';
import { isZone } from '../clock/offset-in.ts';
import type { Db } from '../database/database.ts';
import { appendAudit, newestActs } from '../repositories/audit-repository.ts';
import { setFinancing, setForcedClosed } from '../repositories/product-repository.ts';
import { putSetting } from '../repositories/site-repository.ts';
import type { SiteSettings } from '../site/site-settings.ts';
import type { Answer, OperatorCall } from './operator-call.ts';
import { verifyBooks } from './verify-books.ts';

export type OperatorParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SiteSettings;
  readonly catalogue: ProductCatalogue;
};
/** Who asks, and why. */
type Cause = Pick<OperatorCall, 'actor' | 'reason'>;

type Command = {
  readonly name: string;
  /** The words after the name. */
  readonly words: string;
  readonly about: string;
  /** A change asks for a reason. */
  readonly isChange: boolean;
  readonly run: (parts: OperatorParts, words: readonly string[], cause: Cause) => Promise<Answer>;
};

const ACTS_SHOWN = 50;
const said = (...lines: string[]): Answer => ({ isGood: true, lines });
const refused = (line: string): Answer => ({ isGood: false, lines: [line] });

const COMMANDS: readonly Command[] = [
  {
    name: 'verify',
    words: '',
    about: 'recomputes every law: ledger, tape, executions against their ticks, audit',
    isChange: false,
    async run({ db, clock }) {
      const { problems, facts } = await verifyBooks(db, { nowMs: clock.now(), isWhole: true });
      return {
        isGood: problems.length === 0,
        lines: [...facts, ...problems, problems.length === 0 ? 'everything holds' : `${problems.length} problems`],
      };
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
  {
    name: 'products',
    words: '',
    about: 'lists products: whether they are closed by the operator, and what a night costs',
    isChange: false,
    run: async ({ catalogue }) =>
      said(
        ...catalogue
          .products()
          .map(
            (product) =>
              `${product.code} ${product.forcedClosed ? 'closed' : 'by its hours'}, financing ${financingText(product.financing)}`,
          ),
      ),
  },
  {
    name: 'product',
    words: 'CODE open|closed',
    about: 'lets a product trade by its hours, or closes it to market orders and closes',
    isChange: true,
    run: changeOpening,
  },
  {
    name: 'financing',
    words: 'CODE LONG SHORT DAY',
    about: 'sets what a night brings a buyer and a seller, as a share of the value, and the weekday that counts three times (or none)',
    isChange: true,
    run: changeFinancing,
  },
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

async function changeSetting({ db, clock, settings }: OperatorParts, name: string, value: string, cause: Cause): Promise<Answer> {
  if (!Object.hasOwn(CONFIG_DEFAULTS, name)) return refused(`setting: got "${name}", takes a name of \`settings\` or \`flags\``);
  const problem = settingProblem(name, value, isZone);
  if (problem) return refused(problem);
  const before = settings.get(name);
  if (value === before) return said(`${name}: is "${value}" already`);
  await db.transaction(async (trx) => {
    await putSetting(trx, name, value);
    await appendAudit(trx, {
      at: clock.now(),
      actor: cause.actor,
      act: 'setting',
      subject: name,
      detail: `"${before}" to "${value}": ${cause.reason}`,
    });
  });
  await settings.refresh();
  return said(`${name}: "${before}" is now "${value}"; other nodes follow within seconds`);
}

async function changeOpening(
  { db, clock, catalogue }: OperatorParts,
  [code = '', state = '']: readonly string[],
  cause: Cause,
): Promise<Answer> {
  const product = catalogue.byCode(code);
  if (!product) return refused(`product: got "${code}", takes a code of \`products\``);
  if (state !== 'open' && state !== 'closed') return refused(`product ${code}: got "${state}", takes open or closed`);
  if (product.forcedClosed === (state === 'closed')) return said(`${code}: is ${state} already`);
  await db.transaction(async (trx) => {
    await setForcedClosed(trx, product.id, state === 'closed');
    const detail = `${product.forcedClosed ? 'closed' : 'open'} to ${state}: ${cause.reason}`;
    await appendAudit(trx, { at: clock.now(), actor: cause.actor, act: 'product', subject: code, detail });
  });
  await catalogue.reload();
  return said(`${code}: ${state === 'closed' ? 'closed' : 'trades by its hours'}; other nodes follow within seconds`);
}

/** Rates and triple weekday as the command takes them. */
const financingText = (terms: FinancingTerms): string =>
  `${formatDecimal(terms.long)} ${formatDecimal(terms.short)} ${tripleDayName(terms)}`;

/** Holds from the first tick of the next group on, as every rule of judgement does. */
async function changeFinancing(
  { db, clock, catalogue }: OperatorParts,
  [code = '', long = '', short = '', tripleOn = '']: readonly string[],
  cause: Cause,
): Promise<Answer> {
  const product = catalogue.byCode(code);
  if (!product) return refused(`financing: got "${code}", takes a code of \`products\``);
  const terms = readFinancing({ long, short, tripleOn });
  if ('problem' in terms) return refused(`financing ${code}: ${terms.problem}`);
  const [before, after] = [financingText(product.financing), financingText(terms)];
  if (before === after) return said(`${code}: is ${after} already`);
  await db.transaction(async (trx) => {
    await setFinancing(trx, product.id, { ...terms, triple: terms.tripleOn ?? -1 });
    const detail = `"${before}" to "${after}": ${cause.reason}`;
    await appendAudit(trx, { at: clock.now(), actor: cause.actor, act: 'financing', subject: code, detail });
  });
  await catalogue.reload();
  return said(`${code}: financing "${before}" is now "${after}"; other nodes follow within seconds`);
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
