/** What each name of the site's configuration takes, so that a slip of the operator's finger is refused and not served to everybody. */
import type { CompanySetting } from './company.ts';
import { normalEmail } from './credentials.ts';
import { formatDecimal, parseDecimal, type Ratio } from './decimal.ts';
import type { FinancingTerms } from './financing.ts';
import { FLAGS } from './flags.ts';
import { LANGUAGE_TAGS } from './languages.ts';
import { emptyMicroList, MICRO_SETTING_RULES } from './micro-settings.ts';
import { isHostList } from './outside-address.ts';
import { registrationProof } from './registration.ts';
import { isOn, type SETTING_DEFAULTS } from './setting-defaults.ts';
import type { Weekday } from './trading-day.ts';

/** True when a zone of that name exists: a day of an unknown one would begin as GMT's does. Only `Intl` knows, so the caller asks it. */
type ZoneCheck = (name: string) => boolean;
type Rule = { readonly takes: string; readonly allows: (value: string, isZone: ZoneCheck) => boolean };

/** Longest text of a setting. */
const TEXT_MAX = 500;
const matching = (pattern: RegExp, takes: string): Rule => ({ takes, allows: (value) => pattern.test(value) });
const oneOf = (...values: readonly string[]): Rule => ({
  takes: values.map((value) => `"${value}"`).join(', '),
  allows: (value) => values.includes(value),
});
const between = (min: number, max: number): Rule => ({
  takes: `a number from ${min} to ${max} with at most two digits after the point`,
  allows: (value) => /^\d{1,9}(\.\d{1,2})?$/.test(value) && Number(value) >= min && Number(value) <= max,
});
const COLOUR = matching(/^#[0-9a-f]{6}$/i, 'a colour such as #85bd00');
const TEXT: Rule = { takes: `text of at most ${TEXT_MAX} characters`, allows: (value) => value.length <= TEXT_MAX && !hasControl(value) };
/** By `service_link_type` it is a page or, for '2', an address to write to (decision D2.2.15); whichever was set first. */
const SERVICE_LINK: Rule = {
  takes: "'', an https address, or mailto: and an e-mail address",
  allows: (value) => value === '' || URL_LIKE.test(value) || isMailLink(value),
};
const isMailLink = (value: string): boolean =>
  /^mailto:[^\s?&#%]+$/.test(value) && normalEmail(value.slice('mailto:'.length)) !== undefined;
const URL_LIKE = /^https:\/\/[a-z0-9.-]+(:\d+)?(\/[^\s<>"']*)?$/i;

const hasControl = (text: string): boolean => [...text].some((letter) => letter < ' ' || letter === '\u007f');

const RULES: Readonly<Record<keyof typeof SETTING_DEFAULTS | keyof typeof MICRO_SETTING_RULES | CompanySetting, Rule>> = {
  ...MICRO_SETTING_RULES,
  site_name: { takes: 'text of 1 to 40 characters', allows: (value) => value.length >= 1 && value.length <= 40 && !hasControl(value) },
  logo: { takes: "'' or a path of this site", allows: (value) => value === '' || /^\/(?!\/)[\w./-]{1,200}$/.test(value) },
  currency: matching(/^[A-Z]{3,5}$/, 'a currency code such as USD'),
  currency_symbol: { takes: 'text of at most 4 characters', allows: (value) => value.length <= 4 && !hasControl(value) },
  default_lang: { takes: 'one of the 18 language codes', allows: (value) => Object.hasOwn(LANGUAGE_TAGS, value) },
  timezone: {
    takes: 'hours from GMT such as 0 or -3.5, or a zone such as Europe/London',
    allows: (value, isZone) => HOURS.test(value) || (ZONE.test(value) && isZone(value)),
  },
  loss_hosts: { takes: "'' or up to ten host names with commas between, such as closed.example", allows: isHostList },
  service_link: SERVICE_LINK,
  service_link_type: oneOf('1', '2', '3'),
  customer_tag: TEXT,
  verify_reg_type: oneOf('1', '2', '3'),
  review_hours: matching(/^([1-9]\d{0,2})?$/, "'' or whole hours from 1 to 999"),
  trade_fee_type: oneOf('0', '1'),
  micro_loss_level: oneOf('0', '1'),
  // Above 100 the account would be closed out while it still has free margin.
  stop_out_level: between(1, 100),
  margin_call_level: between(1, 1_000),
  demo_balance: between(1, 10_000_000),
  theme_primary: COLOUR,
  theme_up: COLOUR,
  theme_down: COLOUR,
  theme_kline_up: COLOUR,
  theme_kline_down: COLOUR,
  ws_profiles: matching(
    /^(trade\.v2\.(json|msgpack)(,trade\.v2\.(json|msgpack))?)?$/,
    "'', trade.v2.json, trade.v2.msgpack or both with a comma",
  ),
};
const HOURS = /^-?(1[0-4]|\d)(\.(25|5|75))?$/;
const ZONE = /^[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]+){1,2}$/;
const FLAG = oneOf('0', '1');

/** What is wrong with a value for a name; `undefined` when nothing is. The name must be one of `CONFIG_DEFAULTS`. */
export function settingProblem(name: string, value: string, isZone: ZoneCheck): string | undefined {
  const rule = (FLAGS as readonly string[]).includes(name) ? FLAG : RULES[name as keyof typeof RULES];
  return rule.allows(value, isZone) ? undefined : `${name}: got "${value.slice(0, 80)}", takes ${rule.takes}`;
}

/**
 * What is wrong with a value beside the other settings: micro trades that are on have terms (decision D9.311). `get`: the settings as they stand.
 * Of both ways there, an emptied list and a switch, each is told what would have to be changed first.
 */
export function togetherProblem(name: string, value: string, get: (name: string) => string): string | undefined {
  const after = (other: string): string => (other === name ? value : get(other));
  const list = isOn(after('is_micro')) ? emptyMicroList(after) : undefined;
  if (list === undefined) return undefined;
  if (name === 'is_micro')
    return `is_micro: got "${value}", takes "0" while ${list} is "${get(list)}", which takes ${MICRO_SETTING_RULES[list].takes}`;
  return name === list ? `${name}: got "${value}" while is_micro is "1", takes ${MICRO_SETTING_RULES[list].takes}` : undefined;
}

/**
 * What a server with real money refuses although the setting exists; `undefined` when it takes the value. Micro trades need two admins and a
 * list of residents who may not have them (decision D9.23), and neither is there yet; a loss level that keeps a part of the stake pays whoever
 * plays, on average (decision D9.19); registering without a sent code tells whether an account exists (decision D9.25).
 */
export function productionProblem(name: string, value: string): string | undefined {
  if (name === 'is_micro' && isOn(value)) {
    return `is_micro: got "${value}", takes "0" when PROFILE=production: micro trades come with the operator's desk, its two admins and its list of residents`;
  }
  if (name === 'verify_reg_type' && registrationProof(value) !== 'code') {
    return `verify_reg_type: got "${value.slice(0, 80)}", takes "1" when PROFILE=production: without a sent code anybody could ask who has an account here`;
  }
  if (name !== 'micro_loss_level' || value === '0') return undefined;
  return `micro_loss_level: got "${value.slice(0, 80)}", takes "0" when PROFILE=production`;
}

/** Most that a night may move: 1 % of a position's value, either way. */
const FINANCING_RATE_MAX: Ratio = 1_000_000n;
/** Sunday first, as `Weekday` counts. */
const WEEKDAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const NO_DAY = 'none';

/** A product's financing as an operator writes it: rates such as `-0.00008`, the weekday that counts three times or `none`; or what is wrong. */
export function readFinancing(words: { long: string; short: string; tripleOn: string }): FinancingTerms | { problem: string } {
  for (const side of ['long', 'short'] as const) {
    const rate = parseDecimal<Ratio>(words[side]);
    if (rate !== undefined && rate <= FINANCING_RATE_MAX && rate >= -FINANCING_RATE_MAX) continue;
    return { problem: `${side}: got "${words[side].slice(0, 80)}", takes a share of the value a night from -0.01 to 0.01` };
  }
  const day = (WEEKDAY_NAMES as readonly string[]).indexOf(words.tripleOn);
  if (day < 0 && words.tripleOn !== NO_DAY) {
    return { problem: `triple day: got "${words.tripleOn.slice(0, 80)}", takes ${WEEKDAY_NAMES.join(', ')} or ${NO_DAY}` };
  }
  const [long, short] = [parseDecimal<Ratio>(words.long) ?? 0n, parseDecimal<Ratio>(words.short) ?? 0n];
  // Whoever held both sides would be paid for it, every night.
  if (long + short > 0n) return { problem: `long and short: got "${words.long}" and "${words.short}", which together may not be above 0` };
  return { long, short, tripleOn: day < 0 ? undefined : (day as Weekday) };
}

/** Terms as an operator writes them: the rates, and the weekday that counts three times or `none`. */
export const financingText = ({ long, short, tripleOn }: FinancingTerms): string =>
  `${formatDecimal(long)} ${formatDecimal(short)} ${tripleOn === undefined ? NO_DAY : WEEKDAY_NAMES[tripleOn]}`;
