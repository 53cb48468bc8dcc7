import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { type CallName, calls } from '../../../contract/src/calls/all.ts';
import type { Call } from '../../../contract/src/calls/define.ts';
import type { Feature } from '../../../contract/src/features.ts';
import { bytesOf } from '../kernel/bytes.ts';
import { Attachment, type Handlers, JsonText } from '../kernel/route.ts';
import type { Session } from '../kernel/session.ts';
import { featureOff } from './feature-off.ts';
import { type DocumentedSite, openApiDocument } from './openapi.ts';
import { refuseCrossSite } from './same-site.ts';
import { callHeaders } from './security-headers.ts';
import { sendBytes } from './send-bytes.ts';

const json = 'application/json; charset=utf-8';

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
  const document = JSON.stringify(openApiDocument(calling));
  const add = (to: FastifyInstance, name: CallName) =>
    register(to, calling, name, handlers[name] as unknown as AnyHandler);

  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(callHeaders);
    done();
  });
  app.get('/openapi.json', (_request, reply) => reply.type(json).send(document));
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
  app.route({
    method: writes ? 'POST' : 'GET',
    url: `/${name}`,
    exposeHeadRoute: false,
    schema: { [hasBody ? 'body' : 'querystring']: call.input, response: { 200: call.output } },
    // Authorisation comes before validation: a stranger learns nothing from input errors.
    onRequest: async (request) => {
      // A download could be started by another site too.
      if (writes || call.kind === 'download') refuseCrossSite(request, publicOrigin);
      const behind = catchUp(request);
      if (behind) await behind;
      request.session = await admit(request, call);
      if (call.feature && !features.includes(call.feature)) throw featureOff();
    },
    ...(hasBody && { preValidation: withBody }),
    handler: async (request, reply) => {
      const input = (hasBody ? request.body : request.query) as object;
      const { session } = request;
      const work = () => handler({ input, session, request, reply });
      const isUserCommand = hasBody && call.access !== 'anyone' && session !== null;
      const answer = await (isUserCommand ? whileActive(session.uid, work) : work());
      if (writes) rememberPlace(reply);
      if (call.kind === 'redirect') return reply.redirect((answer as { location: string }).location, 302);
      if (answer instanceof Attachment) {
        reply.header('content-disposition', `attachment; filename="${answer.name}"`);
        return reply.type(call.type ?? 'application/octet-stream').send(answer.content);
      }
      // Other answers leave through Fastify: commands set cookies, and a 304 has no length.
      if (call.kind === 'query' && reply.statusCode === 200)
        return sendBytes(reply.type(json), answer instanceof JsonText ? answer.text : textOf(reply, answer));
      if (answer instanceof JsonText) return reply.type(json).send(Buffer.from(answer.text, 'latin1'));
      return answer;
    },
  });
}

function textOf(reply: FastifyReply, answer: object): string {
  return bytesOf(reply.serialize(answer) as string);
}

function withBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  request.body ??= {};
  done();
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}
