import { findAdViewsOf } from '../../ads/store/ad-days.ts';
import { firstId, lastId, lastTime } from '../../kernel/ids.ts';
import { readPages } from '../../kernel/read-pages.ts';
import { findNotifications, notificationsPage } from '../../notifications/store/notifications.ts';
import type { NotificationReads } from '../../notifications/views/notification-reads.ts';
import { notificationViews } from '../../notifications/views/notifications.ts';
import { findBlocksPage } from '../../people/store/blocks.ts';
import {
  findFollowersPage,
  findFollowingPage,
  newestFollow,
  peoplePage,
} from '../../people/store/follows.ts';
import { findMutedWords, findMutesPage } from '../../people/store/mutes.ts';
import {
  activityPage,
  findCommentLikesOf,
  findCommentsOf,
  findLikesOf,
  findReportsOf,
  findRepostsOf,
  findVotesOf,
} from '../../posts/store/activity.ts';
import { findUserPostIds } from '../../posts/store/post-lists.ts';
import { findSavesPage, savesPage } from '../../posts/store/saves.ts';
import {
  ownAccount,
  ownDevices,
  ownPosts,
  ownPreferences,
  ownProfile,
  sessionList,
  visiblePeople,
} from './my-data-rows.ts';
import { ownTopics } from './my-data-topics.ts';

type DataSources = { reads: NotificationReads; publicUrl: string; now: Date };

/** A single object, or a list in pages. */
export type JsonRows = AsyncIterable<readonly object[]> | Promise<object>;

const postsPage = 41;

/** By file name; each list is read only when it is written. */
export function myDataLists(parts: DataSources, uid: string): Record<string, () => JsonRows> {
  const { reads, publicUrl, now } = parts;
  const { db } = reads;
  const postUrl = (id: string) => `${publicUrl}/p/${id}`;
  const mark = ({ postId, at }: { postId: string; at: Date }) => ({ postId, url: postUrl(postId), at });
  const marks = (find: typeof findLikesOf) =>
    mapPages(
      readPages((after) => find(db, uid, after), byPost, activity),
      (page) => page.map(mark),
    );
  const people = (find: typeof findFollowersPage) =>
    mapPages(
      readPages((before) => find(db, uid, before), self, { first: newestFollow, size: peoplePage }),
      (page) => visiblePeople(reads, page),
    );
  return {
    'cuenta.json': () => ownAccount(reads, uid),
    'perfil.json': () => ownProfile(reads, uid),
    'publicaciones.json': () =>
      mapPages(
        readPages((before) => findUserPostIds(db, uid, before), self, { first: lastId, size: postsPage }),
        (ids) => ownPosts(reads, uid, ids, postUrl),
      ),
    'temas.json': () => ownTopics(db, uid, now),
    'comentarios.json': () =>
      mapPages(
        readPages(
          (after) => findCommentsOf(db, uid, after),
          ({ id }) => id,
          activity,
        ),
        (page) =>
          page.map(({ id, text, replyTo, ...rest }) => ({
            id,
            text,
            ...(replyTo !== null && { replyTo }),
            ...mark(rest),
          })),
      ),
    'me-gusta.json': () => marks(findLikesOf),
    'me-gusta-comentarios.json': () =>
      mapPages(
        readPages(
          (after) => findCommentLikesOf(db, uid, after),
          ({ id }) => id,
          activity,
        ),
        (page) => page.map(({ id, ...rest }) => ({ commentId: id, ...mark(rest) })),
      ),
    'reposts.json': () => marks(findRepostsOf),
    'votos.json': () =>
      mapPages(
        readPages((after) => findVotesOf(db, uid, after), byPost, activity),
        (page) => page.map(({ option, ...rest }) => ({ option, ...mark(rest) })),
      ),
    'guardados.json': () =>
      mapPages(
        readPages((before) => findSavesPage(db, uid, before), self, {
          first: { postId: lastId, at: lastTime },
          size: savesPage,
        }),
        (page) => page.map(mark),
      ),
    'seguidos.json': () => people(findFollowingPage),
    'seguidores.json': () => people(findFollowersPage),
    'bloqueados.json': () => people(findBlocksPage),
    'silenciados.json': () => people(findMutesPage),
    'palabras-silenciadas.json': () => findMutedWords(db, uid),
    'preferencias.json': () => ownPreferences(reads, uid),
    'notificaciones.json': () =>
      mapPages(
        readPages(
          (before) => findNotifications(db, uid, before),
          ({ id }) => id,
          {
            first: lastId,
            size: notificationsPage,
          },
        ),
        async (page) => [...(await notificationViews(reads, uid, page)).values()],
      ),
    'avisos-push.json': () => ownDevices(reads, uid),
    'anuncios.json': () => findAdViewsOf(db, uid),
    'sesiones.json': () => sessionList(reads, uid, now),
    'reportes.json': () =>
      mapPages(
        readPages(
          (after) => findReportsOf(db, uid, after),
          ({ id }) => id,
          activity,
        ),
        (page) => page,
      ),
  };
}

const activity = { first: firstId, size: activityPage };
const byPost = ({ postId }: { postId: string }) => postId;
const self = <T>(row: T) => row;

async function* mapPages<Row, Item extends object>(
  pages: AsyncIterable<Row[]>,
  show: (page: Row[]) => readonly Item[] | Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  for await (const page of pages) yield await show(page);
}
