/** Companies and complaints (specification S1 section 7, decisions D1.7.15 to D1.7.22). */
import * as v from 'valibot';
import { COMPANY_SEARCH_MAX } from '#domain/company.ts';
import { EMAIL_LENGTH_MAX } from '#domain/credentials.ts';
import { AskedId } from './fields.ts';

/** Without an id the site's own. */
export const CompanyQuery = v.object({ id: v.optional(AskedId) });
export const CompanySearchQuery = v.object({ name: v.optional(v.pipe(v.string(), v.maxLength(COMPANY_SEARCH_MAX)), '') });

const company = {
  id: v.number(),
  name: v.string(),
  logo: v.string(),
  url: v.string(),
  subject: v.string(),
  registered_address: v.string(),
  location: v.string(),
  email: v.string(),
};
export const CompanyRow = v.object(company);
export type CompanyRow = v.InferOutput<typeof CompanyRow>;
/** `type` 0: main mode. */
const Type = v.picklist([0, 1]);
export const CompanyReply = v.object({ ...company, type: Type });
/** `status` 0: it has ended, and `loss_url` is where browsers go. */
export const CompanyStatusReply = v.object({ status: v.picklist([0, 1]), type: Type, loss_url: v.string() });
export const CompanyEmailReply = v.object({ email: v.string() });

/** Longer than a complaint may be: blanks around it do not count. */
const CONTENT_MAX = 4_000;
export const ComplaintForm = v.object({
  email: v.pipe(v.string(), v.maxLength(EMAIL_LENGTH_MAX)),
  content: v.pipe(v.string(), v.maxLength(CONTENT_MAX)),
});
export const ComplaintReply = v.object({ case_number: v.string() });
