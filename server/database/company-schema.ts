/** The tables of companies and of complaints. Conventions: `schema.ts`. */
import type { Generated } from 'kysely';

export interface CompanyTables {
  /** The one with the smallest id is the site's own. `type` 0: the site searches companies; `status` 0: it has ended. */
  company: {
    id: Generated<number>;
    name: string;
    logo: string;
    url: string;
    subject: string;
    registered_address: string;
    location: string;
    email: string;
    type: number;
    status: number;
    loss_url: string;
  };
  /** `body`: address and text, encrypted. `digest`: keyed hash of day, address and text; the same complaint of one day is one case. */
  complaint: {
    id: Generated<number>;
    case_number: string;
    digest: string;
    body: string;
    created_at: number;
    /** Null while it waits for an answer. */
    closed_at: number | null;
  };
}
