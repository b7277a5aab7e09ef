/** What an operator may do with the companies behind the site. */

import { appendAudit, lockActs } from '../repositories/audit-repository.ts';
import { allCompanies, companyById, insertCompany, updateCompany } from '../repositories/company-repository.ts';
import { COMPANIES_MAX } from '../site/companies.ts';
import { companyField, companyFieldNames, companyProblem } from '../site/company-fields.ts';
import { type Cause, type Command, type OperatorParts, refused, said } from './command.ts';
import type { Answer } from './operator-call.ts';

export const COMPANY_COMMANDS: readonly Command[] = [
  {
    name: 'companies',
    words: '',
    about: 'lists the companies behind the site; the first is its own',
    isChange: false,
    async run({ db }) {
      const rows = await allCompanies(db.kysely, COMPANIES_MAX);
      const about = (type: number, status: number) => `${status === 1 ? 'runs' : 'has ended'}${type === 0 ? ', searches companies' : ''}`;
      return said(...rows.map(({ id, name, type, status }) => `${id} ${name}: ${about(type, status)}`));
    },
  },
  {
    name: 'company',
    words: 'ID',
    about: 'shows every field of a company',
    isChange: false,
    async run({ db }, [id = '']) {
      const company = isId(id) ? await companyById(db.kysely, Number(id)) : undefined;
      return company ? said(...Object.entries(company).map(([field, value]) => `${field} = ${value}`)) : unknownId(id);
    },
  },
  { name: 'add-company', words: 'NAME', about: 'adds a company', isChange: true, run: addCompany },
  {
    name: 'set-company',
    words: 'ID FIELD VALUE',
    about: 'changes a field of a company: type 0 has the site search companies, status 0 sends browsers to loss_url',
    isChange: true,
    run: setCompany,
  },
];

const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);
const unknownId = (id: string): Answer => refused(`company: got "${id}", takes an id of \`companies\``);
const NOTHING = { logo: '', url: '', subject: '', registered_address: '', location: '', email: '', loss_url: '' };

async function addCompany({ db, clock, settings }: OperatorParts, [name = '']: readonly string[], cause: Cause): Promise<Answer> {
  const problem = companyProblem('name', name, settings.get('loss_hosts'));
  if (problem) return refused(problem);
  return db.transaction(async (trx) => {
    await lockActs(trx);
    if ((await allCompanies(trx, COMPANIES_MAX)).length >= COMPANIES_MAX) return refused(`add-company: there are ${COMPANIES_MAX} already`);
    const id = await insertCompany(trx, { ...NOTHING, name, type: 1, status: 1 });
    await appendAudit(trx, {
      at: clock.now(),
      actor: cause.actor,
      act: 'add-company',
      subject: String(id),
      detail: `"${name}": ${cause.reason}`,
    });
    return said(`company ${id}: ${name}`);
  });
}

async function setCompany(
  { db, clock, settings }: OperatorParts,
  [id = '', name = '', value]: readonly string[],
  { actor, reason }: Cause,
): Promise<Answer> {
  const field = companyField(name);
  if (!field || value === undefined) return refused(`set-company: got "${name}", takes one of ${companyFieldNames()}, and a value`);
  const problem = companyProblem(field, value, settings.get('loss_hosts'));
  if (problem) return refused(problem);
  return db.transaction(async (trx) => {
    await lockActs(trx);
    const company = isId(id) ? await companyById(trx, Number(id)) : undefined;
    if (!company) return unknownId(id);
    const before = String(company[field]);
    if (before === value) return said(`company ${id}: ${field} is "${value}" already`);
    await updateCompany(trx, company.id, { [field]: typeof company[field] === 'number' ? Number(value) : value });
    const detail = `${field} "${before}" to "${value}": ${reason}`;
    await appendAudit(trx, { at: clock.now(), actor, act: 'set-company', subject: id, detail });
    return said(`company ${id}: ${field} was "${before}" and is now "${value}"`);
  });
}
