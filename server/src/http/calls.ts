import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { type CallName, calls } from '../../../contract/src/calls/all.ts';
import type { Call } from '../../../contract/src/calls/define.ts';
import type { Feature } from '../../../contract/src/features.ts';
import { Problem } from '../../../contract/src/problem.ts';
import { bytesOf } from '../kernel/bytes.ts';
import { Attachment, type Handlers, JsonText } from '../kernel/route.ts';
import type { Session } from '../kernel/session.ts';
import { andThen, type MaybePromise } from '../platform/concurrency/maybe-promise.ts';
import type { WithHeaders } from './cookies.ts';
import { featureOff } from './feature-off.ts';
import { type DocumentedSite, openApiDocument } from './openapi.ts';
import type { Queries } from './queries.ts';
import type { QueryExchange } from './query-exchange.ts';
import { refuseCrossSite } from './same-site.ts';
import { serializerOf, validatorOf } from './schema-compilers.ts';
import { callHeaders } from './security-headers.ts';
import { jsonHeaders, sendBytes } from './send-bytes.ts';
import type { Watch } from './watch.ts';

export type CallOptions = DocumentedSite & {
  handlers: Handlers<CallName>;
  features: readonly Feature[];
  queries: Queries;
  watch: Watch;
  /** @returns null for a visitor. @throws Problem when the caller is not allowed */
  admit: (request: WithHeaders, call: Call) => MaybePromise<Session | null>;
  /** Waits until this process has received the changes that the caller made through another one. */
  catchUp: (request: WithHeaders) => Promise<void> | undefined;
  rememberPlace: (reply: FastifyReply) => void;
  whileActive: (uid: string, work: () => Promise<object>) => Promise<object>;
  streamBodies: (uploads: FastifyInstance) => void;
};

type AnyHandler = (callRequest: {
  input: object;
  session: Session | null;
  request: FastifyRequest | QueryExchange;
  reply: FastifyReply | QueryExchange;
}) => MaybePromise<object>;

export function registerCalls(app: FastifyInstance, calling: CallOptions): void {
  const { handlers, streamBodies } = calling;
  const document = bytesOf(JSON.stringify(openApiDocument(calling)));
  const add = (to: FastifyInstance, name: CallName) => {
    const handler = handlers[name] as unknown as AnyHandler;
    if (calls[name].kind === 'query') addQuery(calling, name, handler);
    else register(to, calling, name, handler);
  };

  app.get('/openapi.json', (_request, reply) => sendBytes(reply, document, jsonHeaders));
  for (const name of Object.keys(handlers) as CallName[]) if (calls[name].kind !== 'upload') add(app, name);
  void app.register(async (uploads) => {
    streamBodies(uploads);
    add(uploads, 'uploadMedia');
  });
}

/** Authorisation comes before validation: a stranger learns nothing from input errors. */
function enter(
  { features, admit, catchUp }: CallOptions,
  request: WithHeaders,
  call: Call,
): MaybePromise<Session | null> {
  const behind = catchUp(request);
  return andThen(behind ? behind.then(() => admit(request, call)) : admit(request, call), (session) => {
    if (call.feature && !features.includes(call.feature)) throw featureOff();
    return session;
  });
}

function answerTextOf({ output }: Call): (answer: object) => string {
  const serialize = serializerOf(output);
  return (answer) => (answer instanceof JsonText ? answer.text : bytesOf(serialize(answer)));
}

function addQuery(calling: CallOptions, name: CallName, handler: AnyHandler): void {
  const call: Call = calls[name];
  const isValid = validatorOf(call.input);
  const textOf = answerTextOf(call);
  calling.queries.add(name, {
    logAnswer: calling.watch.ofCall(name),
    answer: (exchange, input) =>
      andThen(enter(calling, exchange, call), (session) => {
        if (!isValid(input)) throw new Problem('invalid-argument');
        return andThen(handler({ input, session, request: exchange, reply: exchange }), textOf);
      }),
  });
}

function register(app: FastifyInstance, calling: CallOptions, name: CallName, handler: AnyHandler): void {
  const { publicUrl, rememberPlace, whileActive } = calling;
  const publicOrigin = new URL(publicUrl).origin;
  const call: Call = calls[name];
  const writes = call.kind === 'command' || call.kind === 'upload';
  const hasBody = call.kind === 'command';
  const isValid = validatorOf(call.input);
  const textOf = answerTextOf(call);

  async function admitted(request: FastifyRequest): Promise<void> {
    // A download could be started by another site too.
    if (writes || call.kind === 'download') refuseCrossSite(request, publicOrigin);
    request.session = await enter(calling, request, call);
  }

  app.route({
    method: writes ? 'POST' : 'GET',
    url: `/${name}`,
    exposeHeadRoute: false,
    // Before the body is read.
    ...(writes && { onRequest: admitted }),
    handler: async (request, reply) => {
      if (!writes) await admitted(request);
      const input = (hasBody ? (request.body ?? {}) : request.query) as object;
      if (!isValid(input)) throw new Problem('invalid-argument');
      const { session } = request;
      const work = async () => handler({ input, session, request, reply });
      const isUserCommand = hasBody && call.access !== 'anyone' && session !== null;
      const answer = await (isUserCommand ? whileActive(session.uid, work) : work());
      if (writes) rememberPlace(reply);
      return call.kind === 'redirect' || answer instanceof Attachment
        ? sendOther(reply, call, answer)
        : sendBytes(reply, textOf(answer), jsonHeaders);
    },
  });
}

function sendOther(reply: FastifyReply, call: Call, answer: object): FastifyReply {
  reply.headers({ ...callHeaders, ...reply.getHeaders() });
  if (answer instanceof Attachment) {
    reply.header('content-disposition', `attachment; filename="${answer.name}"`);
    return reply.type(call.type ?? 'application/octet-stream').send(answer.content);
  }
  return reply.redirect((answer as { location: string }).location, 302);
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}
