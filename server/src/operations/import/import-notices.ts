import { legacyNotification } from '../../../../contract/src/rules/legacy/legacy-notifications.ts';
import { type LegacyAd, legacyAd } from '../../../../contract/src/rules/legacy/legacy-records.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { linkHost } from '../../../../contract/src/rules/links.ts';
import { findImported, insertImported } from '../../accounts/store/imported.ts';
import { insertAd } from '../../ads/store/ads.ts';
import { newId } from '../../kernel/ids.ts';
import { takeUpload } from '../../media/store/uploads.ts';
import { setAdmin } from '../../moderation/actions/admin-rights.ts';
import { findUsers } from '../../people/store/users.ts';
import { type BulkNotification, insertManyNotifications } from '../store/bulk/notifications.ts';
import type { ExportDocument } from './export-documents.ts';
import { type ImportContext, latestTime } from './import-context.ts';
import { importFile } from './import-file.ts';
import { importOnce, skip } from './import-marks.ts';
import { findImportedPosts, findImportedUsers } from './import-posts.ts';

const dayMs = 86_400_000;
const adKind = 'ads';

export async function importNotifications(
  parts: ImportContext,
  documents: readonly ExportDocument[],
): Promise<void> {
  const kind = 'notifications';
  const oldest = parts.now().getTime() - limits.notificationDays * dayMs;
  const items = documents.map(({ path, data }) => ({
    path,
    uid: path[1] ?? '',
    item: legacyNotification(data, latestTime(parts)),
  }));
  const users = await findImportedUsers(
    parts,
    items.flatMap(({ uid, item }) => [uid, item.actorId ?? '']),
  );
  const posts = await findImportedPosts(
    parts,
    items.flatMap(({ item }) => item.postId ?? []),
  );
  const rows = items.flatMap(
    ({ path, item, ...of }): (BulkNotification & { path: readonly string[]; newId: string })[] => {
      const uid = users.get(of.uid);
      const actorUid = users.get(item.actorId ?? '');
      const { createdAt: at, text, link, textSnippet, readAt, type } = item;
      if (uid === undefined) return skip(parts, kind, path, 'user unknown');
      if (actorUid === undefined) return skip(parts, kind, path, 'actor unknown');
      if (at === null) return skip(parts, kind, path, 'no time');
      if (at.getTime() < oldest) return skip(parts, kind, path, 'older than 90 days');
      const postId = posts.get(item.postId ?? '')?.id ?? null;
      if (postId === null && type !== 'other') return skip(parts, kind, path, 'post unknown');
      const id = newId(at);
      const about = { postId, commentId: null, kind: null };
      const row = { id, uid, actorUid, ...about, type, text, link, textSnippet, at, readAt };
      return [{ path, newId: id, ...row }];
    },
  );
  await importOnce(parts, 'notification', kind, rows, insertManyNotifications);
}

export async function importAds(parts: ImportContext, documents: readonly ExportDocument[]): Promise<void> {
  const { db, report } = parts;
  const newIds = await findImported(
    db,
    'ad',
    documents.map(({ path }) => path[1] ?? ''),
  );
  for (const { path, data } of documents) {
    if (newIds.has(path[1] ?? '')) report.existing(adKind);
    else await importAd(parts, path, legacyAd(data, latestTime(parts)));
  }
}

async function importAd(
  parts: ImportContext,
  path: readonly string[],
  { linkUrl, startAt, mediaPath, ...ad }: LegacyAd,
): Promise<void> {
  const { report, now, transaction } = parts;
  if (linkUrl === null) return void skip(parts, adKind, path, 'no link');
  if (startAt === null) return void skip(parts, adKind, path, 'no time');
  // The uploader: the path is ads/{uid}/{timestamp}.{ext}.
  const owner = mediaPath?.split('/')[1] ?? '';
  const ownerUid = (await findImportedUsers(parts, [owner])).get(owner);
  if (mediaPath === null || ownerUid === undefined) return void skip(parts, adKind, path, 'file missing');
  const upload = await importFile(parts, { uid: ownerUid, purpose: 'ad', from: mediaPath });
  if (upload === null) return void skip(parts, adKind, path, 'file missing');
  const createdAt = ad.createdAt ?? now();
  const id = newId(createdAt);
  const oldId = path[1] ?? '';
  const isNew = await transaction(async (tx) => {
    if (!(await insertImported(tx, 'ad', [{ oldId, newId: id }])).has(oldId)) return false;
    const file = await takeUpload(tx, { key: upload.key, ownerUid, purpose: 'ad', at: now() });
    if (!file) throw new Error(`The file of ${path.join('/')} was deleted during the import`);
    await insertAd(tx, {
      id,
      title: ad.title,
      text: ad.text,
      link_url: linkUrl,
      site: ad.site || (linkHost(linkUrl) ?? ''),
      media_key: file.key,
      media_type: file.type,
      media_width: file.width,
      media_height: file.height,
      media_color: file.color,
      start_at: startAt,
      end_at: ad.endAt,
      status: ad.status,
      cap_per_user_per_day: ad.capPerUserPerDay,
      frequency: ad.frequency,
      created_at: createdAt,
    });
    return true;
  });
  if (isNew) report.imported(adKind);
  else report.existing(adKind);
}

/** The existence of admins/{uid} makes the user an admin, once: the right may be revoked later. */
export async function importAdmins(
  parts: ImportContext,
  documents: readonly ExportDocument[],
): Promise<void> {
  const users = await findImportedUsers(
    parts,
    documents.map(({ path }) => path[1] ?? ''),
  );
  const earlier = await findImported(
    parts.db,
    'admin',
    documents.map(({ path }) => path[1] ?? ''),
  );
  for (const { path } of documents) {
    const oldId = path[1] ?? '';
    const uid = users.get(oldId);
    const [user] = uid === undefined ? [] : await findUsers(parts.db, [uid]);
    if (!user) {
      skip(parts, 'admins', path, 'user unknown');
      continue;
    }
    const isNew = !earlier.has(oldId) && (await setAdmin(parts, { uid: null }, user, true));
    await insertImported(parts.db, 'admin', [{ oldId, newId: user.uid }]);
    if (isNew) parts.report.imported('admins');
    else parts.report.existing('admins');
  }
}
