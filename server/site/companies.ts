/** The companies behind the site, as everybody may see them. Operators change them (`server/operations/company-commands.ts`). */
import type { Profile } from '../config.ts';
import type { Db } from '../database/database.ts';
import { allCompanies, type CompanyRecord, companyById, insertCompany } from '../repositories/company-repository.ts';
import { readFact, writeFact } from '../repositories/fact-repository.ts';
import seeds from '../seed/companies.json' with { type: 'json' };

/** Companies of one site; one more is refused. */
export const COMPANIES_MAX = 500;
/** Rows of one answer. */
const FOUND_MAX = 50;
const SEEDED = 'seed.companies';

export interface Companies {
  /** One of them, or the site's own without an id; `undefined` where there is none. */
  one(id: number | undefined): Promise<CompanyRecord | undefined>;
  /** Those that run and have the text in their name, whatever its case; oldest first, fifty at most. */
  search(text: string): Promise<readonly CompanyRecord[]>;
}

/** Seeds the site's own company once, in a transaction of its own. A database that has one is left alone. */
export async function seedCompanies(db: Db, profile: Profile): Promise<void> {
  await db.transaction(async (trx) => {
    if ((await readFact(trx, SEEDED)) !== undefined) return;
    await insertCompany(trx, seeds[profile]);
    await writeFact(trx, SEEDED, profile);
  });
}

export const companiesOf = (db: Db): Companies => ({
  one: async (id) => (id === undefined ? (await allCompanies(db.kysely, 1))[0] : companyById(db.kysely, id)),
  async search(text) {
    const wanted = text.trim().toLowerCase();
    const rows = await allCompanies(db.kysely, COMPANIES_MAX);
    return rows.filter(({ name, status }) => status === 1 && name.toLowerCase().includes(wanted)).slice(0, FOUND_MAX);
  },
});
