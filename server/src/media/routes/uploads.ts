import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { adminSessionMs } from '../../../../contract/src/rules/recent-sign-in.ts';
import { countUpload } from '../../http/rate-limits.ts';
import { allowSlowBody } from '../../http/slow-bodies.ts';
import type { Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { RateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import { Slots, SlotsFull } from '../../platform/concurrency/slots.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { requireAdminAuthentication } from '../../sessions/actions/reauthentication.ts';
import { isAdmin } from '../../sessions/views/session.ts';
import { uploadMedia } from '../actions/uploads.ts';
import { bytesOf, drainBody } from './upload-bytes.ts';

/** A user seldom needs more than two uploads at once, and a hundred users may be slow. */
const bounds = { running: 200, runningPerKey: 4, waiting: 0, waitingPerKey: 0 };

type Needs = {
  reads: Pick<PeopleReads, 'db' | 'mediaUrls'>;
  writes: Writes;
  files: FileStore;
  limiter: RateLimiter;
  superAdminEmail: string | null;
};

export function uploadRoutes(site: Needs): Handlers<'uploadMedia'> {
  const slots = new Slots(bounds);

  return {
    uploadMedia: async ({ input: { purpose }, session, request }) => {
      const { uid } = session;
      if (purpose === 'ad') {
        if (!(await isAdmin(site.reads.db, uid, site.superAdminEmail)))
          throw new Problem('permission-denied');
        await requireAdminAuthentication(site.writes, session, adminSessionMs);
      }
      return inSlot(slots, uid, request.signal, async () => {
        const length = contentLength(request);
        await countUpload(site.limiter, uid, length ?? limits.videoBytes);
        allowSlowBody(request.raw);
        const bytes = bytesOf(request.raw);
        try {
          const upload = await uploadMedia(site, uid, { purpose, length, bytes });
          return { ...upload, url: site.reads.mediaUrls.ofPath(upload.url) ?? upload.url };
        } finally {
          await bytes.return();
        }
      });
    },
  };
}

async function inSlot<T>(slots: Slots, uid: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await slots.run(uid, signal, work);
  } catch (error) {
    if (!(error instanceof SlotsFull)) throw error;
    throw error.isOfKey
      ? new Problem('resource-exhausted', 'Ya estás subiendo varios archivos. Esperá a que terminen.', {
          retryAfter: 10,
        })
      : new Problem('unavailable', 'Hay demasiadas subidas en curso. Probá de nuevo en un momento.', {
          retryAfter: 10,
        });
  }
}

export function streamUploadBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('onResponse', (request, _reply, done) => {
    drainBody(request.raw);
    done();
  });
}

function contentLength({ headers }: FastifyRequest): number | null {
  return headers['content-length'] === undefined ? null : Number(headers['content-length']);
}
