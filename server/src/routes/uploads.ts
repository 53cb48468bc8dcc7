import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Problem } from '../../../contract/src/problem.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { adminSessionMs } from '../../../contract/src/rules/recent-sign-in.ts';
import { checkAdminProof } from '../actions/proofs.ts';
import { uploadMedia } from '../actions/uploads.ts';
import { isAdmin } from '../views/session.ts';
import { countUpload } from './rate-limits.ts';
import type { Handlers, Site } from './route.ts';
import { letBeSlow } from './slow-bodies.ts';
import { bytesOf, readOn } from './upload-bytes.ts';

export function uploadRoutes(site: Site): Handlers<'uploadMedia'> {
  return {
    uploadMedia: async ({ input: { purpose }, session, request }) => {
      const { uid } = session;
      if (purpose === 'ad') {
        if (!(await isAdmin(site.reads.db, uid, site.superAdminEmail)))
          throw new Problem('permission-denied');
        await checkAdminProof(site.writes, session, adminSessionMs);
      }
      const length = announcedLength(request);
      countUpload(site.limiter, uid, length ?? limits.videoBytes);
      letBeSlow(request.raw);
      const bytes = bytesOf(request.raw);
      try {
        return await uploadMedia(site, uid, { purpose, length, bytes });
      } finally {
        await bytes.return();
      }
    },
  };
}

/** Hands the bodies of the calls registered here over as they come, whatever type they claim to have. */
export function takeBodiesAsTheyCome(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('onResponse', (request, _reply, done) => {
    readOn(request.raw);
    done();
  });
}

function announcedLength({ headers }: FastifyRequest): number | null {
  return headers['content-length'] === undefined ? null : Number(headers['content-length']);
}
