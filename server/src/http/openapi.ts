import { calls } from '../../../contract/src/calls/all.ts';
import type { Call } from '../../../contract/src/calls/define.ts';
import { liveEvents } from '../../../contract/src/calls/events.ts';
import { problemCodes, problemReasons } from '../../../contract/src/problem.ts';

type Schema = { properties?: Record<string, object>; required?: string[] };

const binary = { schema: { type: 'string', format: 'binary' } };

const failure = {
  description: 'Why the call failed. The message is Spanish and can be shown to the user.',
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

const signedIn = [{ session: [] }];

const events = {
  operationId: 'events',
  summary: 'Live events, as server-sent events, for as long as the session lives.',
  description:
    'Who may call: user. An event is sent only to users who can see its subject in lists. Some events have no id, since' +
    ' they are about the stream itself. Clients must ignore events with unknown names.',
  security: signedIn,
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The last event that the client received: later ones are sent, or `resync`.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: {
      description: 'The stream. Each event, with its data read as JSON, has one of these shapes.',
      content: { 'text/event-stream': { schema: { oneOf: Object.entries(liveEvents).map(eventShape) } } },
    },
    default: failure,
  },
};

function eventShape([name, { summary, data }]: [string, { summary: string; data: object }]): object {
  return {
    title: name,
    description: summary,
    type: 'object',
    required: ['event', 'data'],
    properties: { id: { type: 'string' }, event: { const: name }, data },
    additionalProperties: false,
  };
}

export type DocumentedSite = {
  readonly siteName: string;
  readonly publicUrl: string;
  readonly sessionCookieName: string;
};

export function openApiDocument({ siteName, publicUrl, sessionCookieName }: DocumentedSite): object {
  const paths: Record<string, object> = {};
  for (const [name, call] of Object.entries(calls)) paths[`/api/${name}`] = pathItem(name, call);
  paths['/api/events'] = { get: events };
  return {
    openapi: '3.1.0',
    info: { title: siteName, version: '1' },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookieName } } },
    paths,
  };
}

function pathItem(name: string, call: Call): object {
  const operation = {
    operationId: name,
    summary: call.summary,
    description: `Who may call: ${call.access}.`,
    security: call.access === 'anyone' ? [] : signedIn,
    parameters: [
      ...(call.kind === 'command' ? [] : queryParameters(call.input)),
      ...(call.idempotent ? [attempt] : []),
    ],
    responses: { ...successOf(call), default: failure },
  };
  if (call.kind === 'query' || call.kind === 'redirect' || call.kind === 'download')
    return { get: operation };
  if (call.kind === 'upload') {
    return { post: { ...operation, requestBody: { required: true, content: { '*/*': binary } } } };
  }
  const body = { required: true, content: { 'application/json': { schema: call.input } } };
  return { post: { ...operation, requestBody: body } };
}

function successOf(call: Call): object {
  if (call.kind === 'download') {
    return { 200: { description: 'The file.', content: { [call.type ?? '*/*']: binary } } };
  }
  if (call.kind === 'redirect') {
    return { 302: { description: 'A redirect.', headers: { location: { schema: { type: 'string' } } } } };
  }
  return { 200: { description: 'Done.', content: { 'application/json': { schema: call.output } } } };
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
  description: 'A repeated key from the same user returns the first answer.',
  schema: { type: 'string', format: 'uuid' },
};
