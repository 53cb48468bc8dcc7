import { calls } from '../../../contract/src/calls/all.ts';
import type { Call } from '../../../contract/src/calls/define.ts';
import { problemCodes, problemReasons } from '../../../contract/src/problem.ts';

type Schema = { properties?: Record<string, object>; required?: string[] };

const binary = { schema: { type: 'string', format: 'binary' } };

const failure = {
  description: 'Why the call failed. The message is Spanish and fit to be shown.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            required: ['code', 'message'],
            properties: {
              code: { type: 'string', enum: problemCodes },
              message: { type: 'string' },
              reason: { type: 'string', enum: problemReasons },
            },
          },
        },
      },
    },
  },
};

/** The OpenAPI 3.1 document of every call, from the schemas that validate them. */
export function openApiDocument(siteName: string, publicUrl: string): object {
  const paths: Record<string, object> = {};
  for (const [name, call] of Object.entries(calls)) paths[`/api/${name}`] = pathItem(name, call);
  return {
    openapi: '3.1.0',
    info: { title: siteName, version: '1' },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } } },
    paths,
  };
}

function pathItem(name: string, call: Call): object {
  const operation = {
    operationId: name,
    summary: call.summary,
    description: `Who may call: ${call.who}.`,
    security: call.who === 'anyone' ? [] : [{ session: [] }],
    parameters: [
      ...(call.kind === 'command' ? [] : queryParameters(call.input)),
      ...(call.idempotent ? [attempt] : []),
    ],
    responses: {
      ...(call.kind === 'download'
        ? { 200: { description: 'The file.', content: { [call.type ?? '*/*']: binary } } }
        : call.kind === 'redirect'
          ? { 302: { description: 'Leads on.', headers: { location: { schema: { type: 'string' } } } } }
          : { 200: { description: 'Done.', content: { 'application/json': { schema: call.output } } } }),
      default: failure,
    },
  };
  if (call.kind === 'query' || call.kind === 'redirect' || call.kind === 'download')
    return { get: operation };
  if (call.kind === 'upload') {
    return { post: { ...operation, requestBody: { required: true, content: { '*/*': binary } } } };
  }
  const body = { required: true, content: { 'application/json': { schema: call.input } } };
  return { post: { ...operation, requestBody: body } };
}

function queryParameters(input: Schema): object[] {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
  }));
}

const attempt = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key from the same user gives the first answer again.',
  schema: { type: 'string', format: 'uuid' },
};
