import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Feature } from '../../../../contract/src/features.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { parseRange } from '../../http/byte-range.ts';
import { namesEtag } from '../../http/request-form.ts';
import { mediaHeaders } from '../../http/security-headers.ts';
import { cutSlowReaderOfFile, type FilePaces } from '../../http/slow-readers.ts';
import { isId } from '../../kernel/ids.ts';
import { type CachedProfile, isPubliclyReadable, type ProfileCache } from '../../people/views/profiles.ts';
import type { ByteRange, FileStore } from '../../platform/files/files.ts';
import { avatarKey, contentTypeOf, isMediaKey, versionKey } from '../../platform/files/media-keys.ts';
import { previewPicture, smallerPicture } from '../actions/picture-copies.ts';

const forever = 'public, max-age=31536000, immutable';
/** A client that reads nothing for this long is cut; browsers resume where they were. */
const idleMs = 120_000;

type Needs = {
  files: FileStore;
  reads: { readonly profiles: Pick<ProfileCache, 'get'> };
  features: readonly Feature[];
  paces?: FilePaces;
};

export function registerMedia(app: FastifyInstance, site: Needs): void {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const { key, caching } = await findFile(site, request.url);
    if (key === null) throw fileNotFound();
    // The content under a key never changes, so the last part of the key can be the ETag.
    const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`;
    const headers = {
      ...mediaHeaders,
      'cache-control': caching,
      'content-type': contentTypeOf(key),
      etag,
      'accept-ranges': 'bytes',
    };
    // Most requests are for whole files: they take one request to the store.
    if (isForWhole(request)) return send(site, reply, { key, headers, range: null });

    const size = await site.files.size(key);
    if (size === null) throw fileNotFound();
    if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send();
    const range = rangeFor(request, size, etag);
    if (range === 'unsatisfiable') {
      return reply
        .code(416)
        .headers({ ...headers, 'content-range': `bytes */${size}`, 'content-length': 0 })
        .send();
    }
    if (request.method === 'HEAD') return reply.headers({ ...headers, 'content-length': size }).send();
    return send(site, reply, { key, headers, range });
  };
  app.route({ method: ['GET', 'HEAD'], url: '/media/*', handler: serve });
}

function isForWhole({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.range === undefined && headers['if-none-match'] === undefined;
}

type Answer = { key: string; headers: Record<string, string>; range: ByteRange | null };

async function send(
  { files, paces }: Needs,
  reply: FastifyReply,
  { key, headers, range }: Answer,
): Promise<FastifyReply> {
  const file = await files.read(key, range ?? undefined);
  if (!file) throw fileNotFound();
  reply.headers({ ...headers, 'content-length': range ? range.end - range.start + 1 : file.size });
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  reply.raw.setTimeout(idleMs, () => reply.raw.destroy());
  cutSlowReaderOfFile(reply.raw, files, paces);
  return reply.send(file.content);
}

// `v` is the version of an avatar, `w` the width of a smaller copy.
const queryPattern = new RegExp(
  `^(?:v=(?<version>[0-9a-f]{16}))?(?:(?:^|&)w=(?<width>${limits.pictureWidths.join('|')}))?$`,
);

// The raw path is compared: our keys need no escapes, so a path with escapes is never ours.
async function findFile(site: Needs, url: string): Promise<{ key: string | null; caching: string }> {
  const [path = '', query] = url.split('?', 2);
  const key = path.slice('/media/'.length);
  if (query === 'og=1') return { key: await preview(site, key), caching: 'no-cache' };
  const { version, width } = queryPattern.exec(query ?? '')?.groups ?? {};
  const storedKey = isMediaKey(key) ? key : version !== undefined && versionKey(key, version);
  if (storedKey === null) return { key: null, caching: 'no-cache' };
  if (storedKey !== false) {
    if (width === undefined) return { key: storedKey, caching: forever };
    const copy = await smallerPicture(site.files, storedKey, Number(width));
    // Later there may be a copy.
    return { key: copy, caching: copy === storedKey ? 'no-cache' : forever };
  }
  return { key: await currentAvatar(site, key), caching: 'no-cache' };
}

async function preview(site: Needs, key: string): Promise<string | null> {
  const [root, uid = ''] = key.split('/');
  const isPublic = root === 'users' && isMediaKey(key) && (await readableOwner(site, uid)) !== null;
  return isPublic ? previewPicture(site.files, key) : null;
}

// The address of the current avatar can be guessed, so it serves only readable users.
async function currentAvatar(site: Needs, key: string): Promise<string | null> {
  const uid = key.split('/')[1] ?? '';
  return isId(uid) && key === avatarKey(uid) ? ((await readableOwner(site, uid))?.avatarKey ?? null) : null;
}

async function readableOwner({ features, reads }: Needs, uid: string): Promise<CachedProfile | null> {
  const owner = features.includes('publico') ? await reads.profiles.get(uid) : undefined;
  return owner && isPubliclyReadable(owner) ? owner : null;
}

function rangeFor(
  { headers, method }: FastifyRequest,
  size: number,
  etag: string,
): ByteRange | 'unsatisfiable' | null {
  const since = headers['if-range'];
  if (method !== 'GET' || (since !== undefined && since !== etag)) return null;
  return parseRange(headers.range, size);
}

function fileNotFound(): Problem {
  return new Problem('not-found');
}
