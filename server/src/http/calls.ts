import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { type CallName, calls } from '../../../contract/src/calls/all.ts';
import type { Call } from '../../../contract/src/calls/define.ts';
import type { Feature } from '../../../contract/src/features.ts';
import { Problem } from '../../../contract/src/problem.ts';
import { bytesOf } from '../kernel/bytes.ts';
import { Attachment, type Handlers, JsonText } from '../kernel/route.ts';
import type { Session } from '../kernel/session.ts';
import { featureOff } from './feature-off.ts';
import { type DocumentedSite, openApiDocument } from './openapi.ts';
import { refuseCrossSite } from './same-site.ts';
import { serializerOf, validatorOf } from './schema-compilers.ts';
import { callHeaders } from './security-headers.ts';
import { FixedHeaders, sendBytes } from './send-bytes.ts';

const jsonHeaders = new FixedHeaders({ 'content-type': 'application/json; charset=utf-8', ...callHeaders });

export type CallOptions = DocumentedSite & {
  handlers: Handlers<CallName>;
  features: readonly Feature[];
  /** @returns null for a visitor. @throws Problem when the caller is not allowed */
  admit: (request: FastifyRequest, call: Call) => Promise<Session | null>;
  /** Waits until this process has received the changes that the caller made through another one. */
  catchUp: (request: FastifyRequest) => Promise<void> | undefined;
  rememberPlace: (reply: FastifyReply) => void;
  whileActive: (uid: string, work: () => Promise<object>) => Promise<object>;
  streamBodies: (uploads: FastifyInstance) => void;
};

type AnyHandler = (callRequest: {
  input: object;
  session: Session | null;
  request: FastifyRequest;
  reply: FastifyReply;
}) => Promise<object>;

export function registerCalls(app: FastifyInstance, calling: CallOptions): void {
  const { handlers, streamBodies } = calling;
  const document = bytesOf(JSON.stringify(openApiDocument(calling)));
  const add = (to: FastifyInstance, name: CallName) =>
    register(to, calling, name, handlers[name] as unknown as AnyHandler);

  app.get('/openapi.json', (_request, reply) => sendBytes(reply, document, jsonHeaders));
  for (const name of Object.keys(handlers) as CallName[]) if (calls[name].kind !== 'upload') add(app, name);
  void app.register(async (uploads) => {
    streamBodies(uploads);
    add(uploads, 'uploadMedia');
  });
}

function register(
  app: FastifyInstance,
  { publicUrl, features, admit, catchUp, rememberPlace, whileActive }: CallOptions,
  name: CallName,
  handler: AnyHandler,
): void {
  const publicOrigin = new URL(publicUrl).origin;
  const call: Call = calls[name];
  const writes = call.kind === 'command' || call.kind === 'upload';
  const hasBody = call.kind === 'command';
  const isValid = validatorOf(call.input);
  const textOf = serializerOf(call.output);

  async function enter(request: FastifyRequest): Promise<void> {
    // A download could be started by another site too.
    if (writes || call.kind === 'download') refuseCrossSite(request, publicOrigin);
    const behind = catchUp(request);
    if (behind) await behind;
    request.session = await admit(request, call);
    if (call.feature && !features.includes(call.feature)) throw featureOff();
  }

  app.route({
    method: writes ? 'POST' : 'GET',
    url: `/${name}`,
    exposeHeadRoute: false,
    // Before the body is read.
    ...(writes && { onRequest: enter }),
    handler: async (request, reply) => {
      // Authorisation comes before validation: a stranger learns nothing from input errors.
      if (!writes) await enter(request);
      const input = (hasBody ? (request.body ?? {}) : request.query) as object;
      if (!isValid(input)) throw new Problem('invalid-argument');
      const { session } = request;
      const work = () => handler({ input, session, request, reply });
      const isUserCommand = hasBody && call.access !== 'anyone' && session !== null;
      const answer = await (isUserCommand ? whileActive(session.uid, work) : work());
      if (writes) rememberPlace(reply);
      if (call.kind === 'redirect' || answer instanceof Attachment || reply.statusCode !== 200)
        return sendOther(reply, call, answer);
      const text = answer instanceof JsonText ? answer.text : bytesOf(textOf(answer));
      return sendBytes(reply, text, jsonHeaders);
    },
  });
}

function sendOther(reply: FastifyReply, call: Call, answer: object): FastifyReply {
  reply.headers({ ...callHeaders, ...reply.getHeaders() });
  if (answer instanceof Attachment) {
    reply.header('content-disposition', `attachment; filename="${answer.name}"`);
    return reply.type(call.type ?? 'application/octet-stream').send(answer.content);
  }
  return call.kind === 'redirect'
    ? reply.redirect((answer as { location: string }).location, 302)
    : reply.send();
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}
