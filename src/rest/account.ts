/** The statement of an account, as text. */
import type { SecondsRange } from '#domain/trading-day.ts';
import { statementEndpoint } from '#protocol/rest/endpoints.ts';
import { type FileParts, fetchedFile } from './file-reply.ts';

type StatementFields = SecondsRange & { readonly format: 'csv' | 'html' };

/** Text of the file. Rejects with a `CallError`, as `fetchedFile`. */
export function statement(parts: FileParts, fields: StatementFields): Promise<string> {
  const query = new URLSearchParams({
    startTime: String(fields.startS),
    endTime: String(fields.endS),
    format: fields.format,
    t: String(parts.now()),
  });
  return fetchedFile(parts, { path: `${statementEndpoint.path}?${query.toString()}` });
}
