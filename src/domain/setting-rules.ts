/** What each name of the site's configuration takes, so that a slip of the operator's finger is refused and not served to everybody. */
import { FLAGS } from './flags.ts';
import { LANGUAGE_TAGS } from './languages.ts';
import type { SETTING_DEFAULTS } from './setting-defaults.ts';

type Rule = { readonly takes: string; readonly allows: (value: string) => boolean };

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
const LINK: Rule = {
  takes: "'' or an https address",
  allows: (value) => value === '' || (/^https:\/\//.test(value) && URL_LIKE.test(value)),
};
const URL_LIKE = /^https:\/\/[a-z0-9.-]+(:\d+)?(\/[^\s<>"']*)?$/i;

const hasControl = (text: string): boolean => [...text].some((letter) => letter < ' ' || letter === '\u007f');

const RULES: Readonly<Record<keyof typeof SETTING_DEFAULTS, Rule>> = {
  site_name: { takes: 'text of 1 to 40 characters', allows: (value) => value.length >= 1 && value.length <= 40 && !hasControl(value) },
  logo: { takes: "'' or a path of this site", allows: (value) => value === '' || /^\/(?!\/)[\w./-]{1,200}$/.test(value) },
  currency: matching(/^[A-Z]{3,5}$/, 'a currency code such as USD'),
  currency_symbol: { takes: 'text of at most 4 characters', allows: (value) => value.length <= 4 && !hasControl(value) },
  default_lang: { takes: 'one of the 18 language codes', allows: (value) => Object.hasOwn(LANGUAGE_TAGS, value) },
  timezone: {
    takes: 'hours from GMT such as 0 or -3.5, or a zone such as Europe/London',
    allows: (value) => HOURS.test(value) || isZone(value),
  },
  service_link: LINK,
  service_link_type: oneOf('1', '2', '3'),
  customer_tag: TEXT,
  verify_reg_type: oneOf('1', '2', '3'),
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

/** A zone that is spelt like one and that exists: a day of an unknown one would begin as GMT's does. */
function isZone(name: string): boolean {
  if (!ZONE.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** What is wrong with a value for a name; `undefined` when nothing is. The name must be one of `CONFIG_DEFAULTS`. */
export function settingProblem(name: string, value: string): string | undefined {
  const rule = (FLAGS as readonly string[]).includes(name) ? FLAG : RULES[name as keyof typeof RULES];
  return rule.allows(value) ? undefined : `${name}: got "${value.slice(0, 80)}", takes ${rule.takes}`;
}
