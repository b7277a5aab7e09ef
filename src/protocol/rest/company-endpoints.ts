/** The endpoints of companies and of complaints, apart from the others: what a first page loads names none of them. */
import { form, read } from './endpoint.ts';

export const companyEndpoint = read('/api/company/getCompany');
export const companyStatusEndpoint = read('/api/company/getCompanyStatus');
export const companySearchEndpoint = read('/api/company/search');
export const companyEmailEndpoint = read('/api/company/getEmail');
export const complaintEndpoint = form('/api/feedback/complaint');
