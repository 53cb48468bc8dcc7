import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { type CallName, calls } from '../../../contract/src/calls/all.ts';
import type { Call } from '../../../contract/src/calls/define.ts';
import { Attachment, type Handlers, JsonText } from '../kernel/route.ts';
import type { Session } from '../kernel/session.ts';
import { openApiDocument } from './openapi.ts';
import { refuseForeign } from './same-site.ts';
import { callHeaders } from './security-headers.ts';

const json = 'application/json; charset=utf-8';

/** What the calls are served with. */
export type Calling = {
  siteName: string;
  publicUrl: string;
  handlers: Handlers<CallName>;
  /** Who may call: the session of a call, or null for a visitor. @throws Problem when this one may not */
  admit: (request: FastifyRequest, call: Call) => Promise<Session | null>;
  /** Runs a command of a user, unless they were suspended. */
  whileActive: (uid: string, work: () => Promise<object>) => Promise<object>;
  /** Makes the bodies of uploads arrive as streams. */
  streamBodies: (uploads: FastifyInstance) => void;
};

type AnyHandler = (asked: {
  input: object;
  session: Session | null;
  request: FastifyRequest;
  reply: FastifyReply;
}) => Promise<object>;

/** Registers every call of the contract under /api, and its document. */
export function registerCalls(app: FastifyInstance, calling: Calling): void {
  const { siteName, publicUrl, handlers, streamBodies } = calling;
  const document = JSON.stringify(openApiDocument(siteName, publicUrl));
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
  { publicUrl, admit, whileActive }: Calling,
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
    // Who may call comes before what is sent: a stranger learns nothing from the checks of the input.
    onRequest: async (request) => {
      // Another site's page does not start a download either.
      if (writes || call.kind === 'download') refuseForeign(request, publicOrigin);
      request.session = await admit(request, call);
    },
    ...(hasBody && { preValidation: withBody }),
    handler: async (request, reply) => {
      const input = (hasBody ? request.body : request.query) as object;
      const { session } = request;
      const work = () => handler({ input, session, request, reply });
      const isOfUser = hasBody && call.access !== 'anyone' && session !== null;
      const answer = await (isOfUser ? whileActive(session.uid, work) : work());
      if (call.kind === 'redirect') return reply.redirect((answer as { location: string }).location, 302);
      if (answer instanceof Attachment) {
        reply.header('content-disposition', `attachment; filename="${answer.name}"`);
        return reply.type(call.type ?? 'application/octet-stream').send(answer.content);
      }
      if (answer instanceof JsonText) return reply.type(json).send(Buffer.from(answer.text, 'latin1'));
      return answer;
    },
  });
}

// A command without a body is one without fields.
function withBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  request.body ??= {};
  done();
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}
