/** Which compressed forms of an answer a client takes. */
import type { FastifyRequest } from 'fastify';

export type CompressedForm = 'br' | 'gzip';

/** A form that is named with a weight of 0 is refused (RFC 9110, section 12.5.3). */
const NAMED: Readonly<Record<CompressedForm, RegExp>> = {
  br: /(^|,)br(?!;q=0(\.0*)?(,|$))(,|;|$)/i,
  gzip: /(^|,)gzip(?!;q=0(\.0*)?(,|$))(,|;|$)/i,
};

/** Brotli before gzip; undefined for a client that names neither. */
export function acceptedForm(request: FastifyRequest): CompressedForm | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '').replaceAll(' ', '');
  return (['br', 'gzip'] as const).find((form) => NAMED[form].test(accepted));
}
