/** What each field of a company takes, so that a slip of the operator's finger is refused and not shown to everybody. */
import { COMPANY_SEARCH_MAX } from '#domain/company.ts';
import { ADDRESS_LENGTH_MAX, hostOfAddress, lossAddress } from '#domain/outside-address.ts';

const TEXT_MAX = 300;
/** Nothing that is not seen, or that turns the direction of what stands around it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u;

type Rule = { readonly takes: string; readonly allows: (value: string) => boolean };
const text = (min: number, max: number): Rule => ({
  takes: `text of ${min} to ${max} characters`,
  allows: (value) => value.length >= min && value.length <= max && value === value.trim() && !UNSEEN.test(value),
});
const oneOf = (...values: readonly string[]): Rule => ({ takes: values.join(' or '), allows: (value) => values.includes(value) });
const LINK: Rule = {
  takes: `'' or an https address of at most ${ADDRESS_LENGTH_MAX} characters`,
  allows: (value) => value === '' || hostOfAddress(value) !== undefined,
};
const RULES = {
  name: text(1, COMPANY_SEARCH_MAX),
  logo: { takes: "'' or a path of this site", allows: (value) => value === '' || /^\/(?!\/)[\w./-]{1,200}$/.test(value) },
  url: LINK,
  subject: text(0, TEXT_MAX),
  registered_address: text(0, TEXT_MAX),
  location: text(0, TEXT_MAX),
  email: { takes: "'' or an e-mail address", allows: (value) => value === '' || /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(value) },
  type: oneOf('0', '1'),
  status: oneOf('0', '1'),
  loss_url: LINK,
} as const satisfies Record<string, Rule>;
type CompanyField = keyof typeof RULES;
const FIELDS = Object.keys(RULES) as readonly CompanyField[];

/** The field of a name; `undefined` for another name. */
export const companyField = (name: string): CompanyField | undefined => FIELDS.find((field) => field === name);
export const companyFieldNames = (): string => FIELDS.join(', ');

/** What is wrong with a value of a field; `undefined` when nothing is. `hosts`: those that a company which has ended may send browsers to. */
export function companyProblem(field: CompanyField, value: string, hosts: string): string | undefined {
  const rule: Rule = RULES[field];
  const got = `${field}: got "${value.slice(0, 80)}", takes`;
  if (!rule.allows(value)) return `${got} ${rule.takes}`;
  if (field !== 'loss_url' || value === '' || lossAddress(value, { ownHost: '', hosts })) return undefined;
  return `${got} an address at one of the hosts of the setting loss_hosts ("${hosts}")`;
}
