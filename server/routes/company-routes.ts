/** Companies and complaints: open to everybody (decision D1.7.25). */
import * as v from 'valibot';
import {
  CompanyEmailReply,
  CompanyQuery,
  CompanyReply,
  CompanyRow,
  CompanySearchQuery,
  CompanyStatusReply,
  ComplaintForm,
  ComplaintReply,
} from '#protocol/rest/company.ts';
import {
  companyEmailEndpoint,
  companyEndpoint,
  companySearchEndpoint,
  companyStatusEndpoint,
  complaintEndpoint,
} from '#protocol/rest/company-endpoints.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import type { CompanyRecord } from '../repositories/company-repository.ts';
import type { Companies } from '../site/companies.ts';
import type { Complaints } from '../site/complaints.ts';
import { PUBLIC, publicRoute, type Route } from './route.ts';

const flag = (value: number): 0 | 1 => (value === 0 ? 0 : 1);
const rowOf = ({ type: _type, status: _status, loss_url: _address, ...row }: CompanyRecord): CompanyRow => row;
type Query = v.InferOutput<typeof CompanyQuery>;

export function companyRoutes({ companies, complaints }: { companies: Companies; complaints: Complaints }): Route[] {
  const about = async <T>({ id }: Query, answer: (company: CompanyRecord) => T): Promise<Outcome<T>> => {
    const company = await companies.one(id === undefined ? undefined : Number(id));
    return company ? done(answer(company)) : refused('notFound');
  };
  return [
    publicRoute({
      endpoint: companyEndpoint,
      summary: 'A company, or the one that runs the site',
      access: PUBLIC,
      rate: 'list',
      input: CompanyQuery,
      reply: CompanyReply,
      handle: ({ input }) => about(input, (company) => ({ ...rowOf(company), type: flag(company.type) })),
    }),
    publicRoute({
      endpoint: companyStatusEndpoint,
      summary: 'Whether a company runs, where browsers go when it has ended, and whether the site searches companies',
      access: PUBLIC,
      rate: 'list',
      input: CompanyQuery,
      reply: CompanyStatusReply,
      handle: ({ input }) => about(input, ({ status, type, loss_url }) => ({ status: flag(status), type: flag(type), loss_url })),
    }),
    publicRoute({
      endpoint: companySearchEndpoint,
      summary: 'Companies that run and whose name holds a text',
      access: PUBLIC,
      rate: 'list',
      input: CompanySearchQuery,
      reply: v.array(CompanyRow),
      handle: async ({ input }) => done((await companies.search(input.name)).map(rowOf)),
    }),
    publicRoute({
      endpoint: companyEmailEndpoint,
      summary: 'The e-mail address of a company',
      access: PUBLIC,
      rate: 'list',
      input: CompanyQuery,
      reply: CompanyEmailReply,
      handle: ({ input }) => about(input, ({ email }) => ({ email })),
    }),
    publicRoute({
      endpoint: complaintEndpoint,
      summary: 'Takes a complaint, and answers its case number',
      access: PUBLIC,
      rate: 'complaint',
      input: ComplaintForm,
      reply: ComplaintReply,
      handle: ({ input }) => complaints.take(input),
    }),
  ];
}
