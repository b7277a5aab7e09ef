/** The companies behind the site: public calls, one function per endpoint. `id`: of the chosen one; the site's own without one. */
import type { Company, CompanyStatus } from '#domain/company.ts';
import { companiesFromWire, companyFromWire, companyStatusFromWire } from '#protocol/company-wire.ts';
import { companyEmailEndpoint, companyEndpoint, companySearchEndpoint, companyStatusEndpoint } from '#protocol/rest/company-endpoints.ts';
import type { CallOptions, Request } from './request.ts';

export const company = (request: Request, id?: number, options?: CallOptions): Promise<Company | undefined> =>
  request.call(companyEndpoint, { id }, options).then(companyFromWire);

export const companyStatus = (request: Request, id?: number, options?: CallOptions): Promise<CompanyStatus> =>
  request.call(companyStatusEndpoint, { id }, options).then(companyStatusFromWire);

/** The newest search wins: an older one under way is cancelled. */
export const searchCompanies = (request: Request, name: string, options?: CallOptions): Promise<readonly Company[]> =>
  request.call(companySearchEndpoint, { name }, { key: companySearchEndpoint.path, ...options }).then(companiesFromWire);

/** Where to write to; where a server does not know the call, or has no address, that of the company (decision D1.7.22). '' without either. */
export async function companyEmail(request: Request, id?: number, options?: CallOptions): Promise<string> {
  const reply = await request.call<{ email?: string } | null>(companyEmailEndpoint, { id }, options).catch(() => null);
  return reply?.email || ((await company(request, id, options))?.email ?? '');
}
