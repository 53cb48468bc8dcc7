import type { IncomingMessage } from 'node:http';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Problem } from '../../../contract/src/problem.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { uploadMedia } from '../actions/uploads.ts';
import { sessionView } from '../views/session.ts';
import { countUpload } from './rate-limits.ts';
import type { Handlers, Site } from './route.ts';
import { letBeSlow } from './slow-bodies.ts';

/** A sender of whom nothing comes for so long is cut. */
const silenceMs = 30_000;
/** How long what is left of a refused file is still read, so that its sender comes to read the answer. */
const farewellMs = 10_000;

export function uploadRoutes(site: Site): Handlers<'uploadMedia'> {
  return {
    uploadMedia: async ({ input: { purpose }, session: { uid }, request }) => {
      if (purpose === 'ad') {
        const { isAdmin } = await sessionView(site.reads, uid, site.superAdminEmail);
        if (!isAdmin) throw new Problem('permission-denied');
      }
      const length = announcedLength(request);
      countUpload(site.limiter, uid, length ?? limits.videoBytes);
      letBeSlow(request.raw);
      const bytes = bytesOf(request.raw);
      try {
        return await uploadMedia(site, uid, { purpose, length, bytes });
      } finally {
        await bytes.return(undefined);
      }
    },
  };
}

/** Hands the bodies of the calls registered here over as they come, whatever type they claim to have. */
export function takeBodiesAsTheyCome(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.addHook('onResponse', (request, _reply, done) => {
    leave(request.raw);
    done();
  });
}

function announcedLength({ headers }: FastifyRequest): number | null {
  return headers['content-length'] === undefined ? null : Number(headers['content-length']);
}

async function* bytesOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  const silence = setTimeout(() => request.destroy(), silenceMs);
  try {
    // Whoever stops reading still has an answer to give on this connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      silence.refresh();
      yield chunk as Buffer;
    }
  } catch (error) {
    throw new Problem('invalid-argument', 'La subida se cortó.', { cause: error });
  } finally {
    clearTimeout(silence);
  }
}

function leave(request: IncomingMessage): void {
  if (request.complete) return void request.resume();
  const cut = setTimeout(() => request.destroy(), farewellMs);
  request.once('close', () => clearTimeout(cut));
  request.resume();
}
