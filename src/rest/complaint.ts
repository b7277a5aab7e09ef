/** Complaints go to the site's own server, and nowhere else (decision D1.7.20). */
import { complaintEndpoint } from '#protocol/rest/company-endpoints.ts';
import type { CallOptions, Request } from './request.ts';

/** Gives the case number; '' where a server has none. Sent once: the same one of the same day is the same case, so pressing again is safe. */
export async function complain(request: Request, words: { email: string; content: string }, options?: CallOptions): Promise<string> {
  const reply = await request.call<{ case_number?: string } | null>(complaintEndpoint, words, options);
  return reply?.case_number ?? '';
}
