/** How the site's company stands: the one that was chosen, else its own. */
import type { CompanyStatus } from '#domain/company.ts';
import { ERROR } from '#protocol/errors.ts';
import { CallError } from '#rest/call-error.ts';
import { companyStatus } from '#rest/company.ts';
import { request } from '../requests/request.ts';
import { type Query, type QueryInput, useQuery } from '../state/query.ts';
import { chosenCompany, forgetCompany } from './company-choice.ts';

const STALE_MS = 300_000;

/** A chosen company that is no more is forgotten, and the site's own asked for. Rejects with a `CallError`. */
export async function readCompanyStatus(signal?: AbortSignal): Promise<CompanyStatus> {
  const quiet = { silent: true, initial: true, ...(signal ? { signal } : {}) };
  const id = chosenCompany();
  try {
    return await companyStatus(request, id, quiet);
  } catch (error) {
    if (id === undefined || !(error instanceof CallError) || error.code !== ERROR.notFound) throw error;
    forgetCompany();
    return companyStatus(request, undefined, quiet);
  }
}

const STATUS: QueryInput<CompanyStatus> = { key: ['company'], read: readCompanyStatus, staleMs: STALE_MS };

export const useCompanyStatus = (): Query<CompanyStatus> => useQuery(STATUS);
