import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { type CallName, calls } from '../../../contract/src/calls/all.ts';
import type { Call } from '../../../contract/src/calls/define.ts';
import { Problem } from '../../../contract/src/problem.ts';
import { adminProofMs, adminSessionMs } from '../../../contract/src/rules/recent-sign-in.ts';
import { accountRoutes } from '../accounts/routes/accounts.ts';
import { registerGoogleCallback } from '../accounts/routes/google.ts';
import { isAdmin } from '../accounts/views/session.ts';
import { adminAdRoutes, adRoutes } from '../ads/routes/ads.ts';
import { accountLifeRoutes } from '../leaving/routes/account-life.ts';
import { linkRoutes } from '../links/routes/links.ts';
import { registerEvents, tellPages } from '../live/routes/events.ts';
import { takeBodiesAsTheyCome, uploadRoutes } from '../media/routes/uploads.ts';
import { adminRoutes } from '../moderation/routes/admin.ts';
import { reportRoutes } from '../moderation/routes/reports.ts';
import { notificationRoutes } from '../notifications/routes/notifications.ts';
import { pushRoutes } from '../notifications/routes/push.ts';
import { commentRoutes } from '../posts/routes/comments.ts';
import { reactionRoutes } from '../posts/routes/reactions.ts';
import { blockRoutes } from '../profiles/routes/blocks.ts';
import { peopleRoutes } from '../profiles/routes/people.ts';
import { profileRoutes } from '../profiles/routes/profiles.ts';
import { Attachment, type Handlers, JsonText, type Site } from '../routes/route.ts';
import { checkAdminProof } from '../sessions/actions/proofs.ts';
import type { Session } from '../sessions/actions/sessions.ts';
import { sessionOf } from '../sessions/routes/session-cookie.ts';
import { postRoutes } from '../timeline/routes/posts.ts';
import { openApiDocument } from './openapi.ts';
import { countCall } from './rate-limits.ts';
import { refuseForeign } from './same-site.ts';
import { callHeaders } from './security-headers.ts';

const json = 'application/json; charset=utf-8';

type AnyHandler = (asked: {
  input: object;
  session: Session | null;
  request: FastifyRequest;
  reply: FastifyReply;
}) => Promise<object>;

/** Registers every call of the contract under /api, and its document. */
export function registerCalls(app: FastifyInstance, site: Site, publicUrl: string): void {
  const handlers: Handlers<CallName> = {
    ...accountRoutes(site),
    ...accountLifeRoutes(site),
    ...postRoutes(site),
    ...commentRoutes(site),
    ...blockRoutes(site),
    ...profileRoutes(site),
    ...peopleRoutes(site),
    ...linkRoutes(site),
    ...reactionRoutes(site),
    ...uploadRoutes(site),
    ...notificationRoutes(site),
    ...pushRoutes(site),
    ...adRoutes(site),
    ...adminAdRoutes(site),
    ...adminRoutes(site),
    ...reportRoutes(site),
  };
  const publicOrigin = new URL(publicUrl).origin;
  const document = JSON.stringify(openApiDocument(site.name, publicUrl));

  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(callHeaders);
    done();
  });
  registerEvents(app, site);
  tellPages(site);
  app.get('/openapi.json', (_request, reply) => reply.type(json).send(document));
  for (const name of Object.keys(calls) as CallName[]) {
    const handler = handlers[name] as unknown as AnyHandler | undefined;
    if (handler && calls[name].kind !== 'upload') register(app, site, publicOrigin, name, handler);
  }
  void app.register(async (uploads) => {
    takeBodiesAsTheyCome(uploads);
    register(uploads, site, publicOrigin, 'uploadMedia', handlers.uploadMedia as unknown as AnyHandler);
  });
  registerGoogleCallback(app, site);
}

function register(
  app: FastifyInstance,
  site: Site,
  publicOrigin: string,
  name: CallName,
  handler: AnyHandler,
): void {
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
      request.session = await sessionFor(site, request, call, name);
    },
    ...(hasBody && { preValidation: withBody }),
    handler: async (request, reply) => {
      const input = (hasBody ? request.body : request.query) as object;
      const { session } = request;
      const work = () => handler({ input, session, request, reply });
      const isOfUser = hasBody && call.who !== 'anyone' && session !== null;
      const answer = await (isOfUser ? whileActive(site, session.uid, work) : work());
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

// A suspension waits for what its user has begun. Who asks after it is refused here, however long the body was on its way.
function whileActive({ reads, underWay }: Site, uid: string, work: () => Promise<object>): Promise<object> {
  return underWay.run(uid, async () => {
    const user = await reads.profiles.get(uid);
    if (!user || user.hidden) throw new Problem('unauthenticated');
    return work();
  });
}

async function sessionFor(
  site: Site,
  request: FastifyRequest,
  { who, kind, needsFreshProof = kind === 'command' }: Call,
  name: CallName,
): Promise<Session | null> {
  const session = await sessionOf(site, request);
  const user = session && (await site.reads.profiles.get(session.uid));
  const active = user && !user.hidden ? session : null;
  if (who === 'anyone') return active;
  if (!active) throw new Problem('unauthenticated');
  if (who === 'admin' && !(await isAdmin(site.reads.db, active.uid, site.superAdminEmail)))
    throw new Problem('permission-denied');
  countCall(site.limiter, name, active.uid);
  if (who === 'admin')
    await checkAdminProof(site.writes, active, needsFreshProof ? adminProofMs : adminSessionMs);
  return active;
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}
