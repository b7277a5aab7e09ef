/** The JSON Schema of a route, for the OpenAPI document at /docs. Requests are checked by the valibot schemas themselves, see `read-input.ts`. */
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifySchema } from 'fastify';
import type * as v from 'valibot';
import { type Route, takesFile } from './route.ts';

type DocumentedSchema = FastifySchema & { readonly summary: string; readonly tags: string[]; readonly consumes?: string[] };

const HEADERS = {
  type: 'object',
  properties: {
    lang: { type: 'string', description: 'one of the 18 language codes' },
    authorization: { type: 'string', description: 'the token of a login, raw or after Bearer' },
  },
};

const BODY_TYPES = ['application/x-www-form-urlencoded', 'application/json'];
const FILE_FORM = {
  body: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
  consumes: ['multipart/form-data'],
};

const schemaOf = (schema: v.GenericSchema): Record<string, unknown> => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return rest as Record<string, unknown>;
};

/** A refusal of such a call comes in an envelope all the same. */
const fileOf = (mediaTypes: readonly string[]) => ({
  description: 'A file; a refusal is an envelope',
  content: Object.fromEntries(
    [...mediaTypes, 'application/json'].map((type) => [type, { schema: { type: type === 'application/json' ? 'object' : 'string' } }]),
  ),
});

/** Query of a GET, form or JSON body of a POST, and the envelope around the reply. */
export function routeSchema(route: Route, method: 'GET' | 'POST'): DocumentedSchema {
  const input = schemaOf(route.input);
  const envelope = {
    type: 'object',
    properties: {
      code: { type: 'integer', description: '1 is success' },
      msg: { type: 'string' },
      data: schemaOf(route.reply),
      ts: { type: 'integer' },
      rid: { type: 'string' },
    },
  };
  return {
    summary: route.summary,
    tags: [route.endpoint.path.split('/')[route.endpoint.path.startsWith('/v2') ? 3 : 2] ?? 'api'],
    headers: HEADERS,
    ...(method === 'GET' ? { querystring: input } : takesFile(route) ? FILE_FORM : { body: input, consumes: BODY_TYPES }),
    response: { 200: { description: 'Envelope', ...envelope }, ...(route.files ? { 200: fileOf(route.files) } : {}) },
  };
}
