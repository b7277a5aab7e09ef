/** How companies and their state look on the wire. What a server does not say is empty; a row without id or name is none. */
import type { Company, CompanyStatus } from '#domain/company.ts';
import { asId, asText, isObject } from './wire-value.ts';

const TEXT_LENGTH_MAX = 500;

/** A company; `undefined` for what is none. */
export function companyFromWire(row: unknown): Company | undefined {
  if (!isObject(row)) return undefined;
  const text = (name: string): string => asText(row[name], TEXT_LENGTH_MAX);
  const company = {
    id: asId(row.id),
    name: text('name'),
    logo: text('logo'),
    website: text('url'),
    subject: text('subject'),
    registeredAddress: text('registered_address'),
    officeAddress: text('location'),
    email: text('email'),
  };
  return company.id > 0 && company.name !== '' ? company : undefined;
}

/** Rows that cannot be read are left out. */
export const companiesFromWire = (rows: unknown): readonly Company[] =>
  Array.isArray(rows) ? rows.flatMap((row) => companyFromWire(row) ?? []) : [];

/** Only status 0 says that it has ended, and only type 0, while it runs, that the site searches companies (decisions D1.7.16, D1.2.37). */
export function companyStatusFromWire(value: unknown): CompanyStatus {
  const { status, type, loss_url } = isObject(value) ? value : {};
  const isRunning = asId(status) !== 0;
  return { isRunning, isMain: isRunning && asId(type) === 0, lossAddress: asText(loss_url, TEXT_LENGTH_MAX) };
}

/** The field of a complaint that a refusal names in its data; `undefined` where it names none of them. */
export function refusedComplaintField(data: unknown): 'email' | 'content' | undefined {
  const field = isObject(data) ? data.field : undefined;
  return field === 'email' || field === 'content' ? field : undefined;
}
