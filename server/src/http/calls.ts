import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { type CallName, calls } from '../../../contract/src/calls/all.ts';
import type { Call } from '../../../contract/src/calls/define.ts';
import type { Feature } from '../../../contract/src/features.ts';
import { Problem } from '../../../contract/src/problem.ts';
import { type Bytes, bytesOf } from '../kernel/bytes.ts';
import { Attachment, type CallerReply, type Handlers, JsonText } from '../kernel/route.ts';
import type { Session } from '../kernel/session.ts';
import { andThen, type MaybePromise } from '../platform/concurrency/maybe-promise.ts';
import type { WithHeaders } from './cookies.ts';
import type { DirectCalls } from './direct-calls.ts';
import type { Exchange } from './exchange.ts';
import { featureOff } from './feature-off.ts';
import { type DocumentedSite, openApiDocument } from './openapi.ts';
import { refuseCrossSite } from './same-site.ts';
import { serializerOf, validatorOf } from './schema-compilers.ts';
import { callHeaders } from './security-headers.ts';
import { jsonHeaders, sendBytes } from './send-bytes.ts';
import type { Watch } from './watch.ts';

export type CallOptions = DocumentedSite & {
  handlers: Handlers<CallName>;
  features: readonly Feature[];
  directCalls: DirectCalls;
  watch: Watch;
  /** @returns null for a visitor. @throws Problem when the caller is not allowed */
  admit: (request: WithHeaders, call: Call) => MaybePromise<Session | null>;
  /** Waits until this process has received the changes that the caller made through another one. */
  catchUp: (request: WithHeaders) => Promise<void> | undefined;
  rememberPlace: (reply: Pick<CallerReply, 'header'>) => void;
  whileActive: (
    request: WithHeaders,
    running: { uid: string; work: () => MaybePromise<object> },
  ) => Promise<object>;
  streamBodies: (uploads: FastifyInstance) => void;
};

type AnyHandler = (callRequest: {
  input: object;
  session: Session | null;
  request: FastifyRequest | Exchange;
  reply: FastifyReply | Exchange;
}) => MaybePromise<object>;

export function registerCalls(app: FastifyInstance, calling: CallOptions): void {
  const { handlers, streamBodies } = calling;
  const document = bytesOf(JSON.stringify(openApiDocument(calling)));
  const add = (to: FastifyInstance, name: CallName) => {
    const handler = handlers[name] as unknown as AnyHandler;
    if (isDirect(calls[name])) addDirect(calling, name, handler);
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

function answerTextOf({ output }: Call): (answer: object) => Bytes {
  const serialize = serializerOf(output);
  return (answer) => (answer instanceof JsonText ? answer.text : bytesOf(serialize(answer)));
}

function isDirect({ kind }: Call): boolean {
  return kind === 'query' || kind === 'command';
}

function addDirect(calling: CallOptions, name: CallName, handler: AnyHandler): void {
  const { publicUrl, rememberPlace, whileActive } = calling;
  const publicOrigin = new URL(publicUrl).origin;
  const call: Call = calls[name];
  const isCommand = call.kind === 'command';
  const isValid = validatorOf(call.input);
  const textOf = answerTextOf(call);
  const answerTo = (exchange: Exchange, input: object) =>
    handler({ input, session: exchange.session, request: exchange, reply: exchange });

  function run(exchange: Exchange, input: object): MaybePromise<Bytes> {
    const { session } = exchange;
    const isOfUser = call.access !== 'anyone' && session !== null;
    const work = () => answerTo(exchange, input);
    return andThen(isOfUser ? whileActive(exchange, { uid: session.uid, work }) : work(), (answer) => {
      rememberPlace(exchange);
      return textOf(answer);
    });
  }

  calling.directCalls.add(name, {
    method: isCommand ? 'POST' : 'GET',
    logAnswer: calling.watch.ofCall(name),
    admit: (exchange) => {
      if (isCommand) refuseCrossSite(exchange, publicOrigin);
      return andThen(enter(calling, exchange, call), (session) => {
        exchange.session = session;
      });
    },
    answer: (exchange, input) => {
      if (!isValid(input)) throw new Problem('invalid-argument');
      return isCommand ? run(exchange, input) : andThen(answerTo(exchange, input), textOf);
    },
  });
}

/** An upload, a download or a redirect. */
function register(app: FastifyInstance, calling: CallOptions, name: CallName, handler: AnyHandler): void {
  const publicOrigin = new URL(calling.publicUrl).origin;
  const call: Call = calls[name];
  const isUpload = call.kind === 'upload';
  const isValid = validatorOf(call.input);
  const textOf = answerTextOf(call);

  async function admitted(request: FastifyRequest): Promise<void> {
    // A download could be started by another site too.
    if (call.kind !== 'redirect') refuseCrossSite(request, publicOrigin);
    request.session = await enter(calling, request, call);
  }

  app.route({
    method: isUpload ? 'POST' : 'GET',
    url: `/${name}`,
    exposeHeadRoute: false,
    // Before the body is read.
    ...(isUpload && { onRequest: admitted }),
    handler: async (request, reply) => {
      if (!isUpload) await admitted(request);
      const input = request.query as object;
      if (!isValid(input)) throw new Problem('invalid-argument');
      const answer = await handler({ input, session: request.session, request, reply });
      if (isUpload) calling.rememberPlace(reply);
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
