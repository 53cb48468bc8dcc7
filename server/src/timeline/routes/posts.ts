import type { Input } from '../../../../contract/src/calls/all.ts';
import type { Feature } from '../../../../contract/src/features.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { adminAuthenticationMs } from '../../../../contract/src/rules/recent-sign-in.ts';
import { clubOf } from '../../clubs/views/club-page.ts';
import { featureOff } from '../../http/feature-off.ts';
import { countFallbackFeed } from '../../http/rate-limits.ts';
import { attemptOf } from '../../kernel/attempts.ts';
import { readCursor } from '../../kernel/cursors.ts';
import { isId } from '../../kernel/ids.ts';
import { pageAnswer, type TextPage } from '../../kernel/page-text.ts';
import { type Handlers, JsonText } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import { andThen, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { RateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { postNotFound } from '../../posts/actions/open-post.ts';
import { setPostControls } from '../../posts/actions/post-controls.ts';
import { deletePost, editPost } from '../../posts/actions/posts.ts';
import { setOwnWarning, setWarningAsAdmin } from '../../posts/actions/warnings.ts';
import { postText } from '../../posts/views/posts.ts';
import { requireAdminAuthentication } from '../../sessions/actions/reauthentication.ts';
import { isAdmin } from '../../sessions/views/session.ts';
import type { Publications } from '../actions/publications.ts';
import type { FeedReads } from '../views/feed-reads.ts';
import { clubPostsPage, everybodyPage, fallbackPage, followingPage } from '../views/feed.ts';
import { countSaved, savedPage } from '../views/saved.ts';
import { feedProblem } from './feed-problem.ts';

type Needs = {
  reads: FeedReads;
  writes: Writes;
  publications: Publications;
  signer: Signer;
  /** The site's name. */
  name: string;
  superAdminEmail: string | null;
  limiter: RateLimiter;
  features: readonly Feature[];
};

export function postRoutes(
  site: Needs,
): Handlers<
  | 'getFeed'
  | 'getClubPosts'
  | 'getPost'
  | 'getSavedPosts'
  | 'publishPost'
  | 'editPost'
  | 'setPostWarning'
  | 'deletePost'
  | 'setPostControls'
> {
  const { reads, writes, publications, signer, limiter, features } = site;

  function postAnswer(uid: string, postId: string, isNew = false): MaybePromise<JsonText> {
    return andThen(postText(reads, uid, postId, { isNew }), (text) => {
      if (text === null) throw postNotFound();
      return new JsonText(`{"post":${text}}`);
    });
  }

  function feedPage(
    uid: string,
    { tab, source = 'summaries' }: Input<'getFeed'>,
    before: string | null,
  ): MaybePromise<TextPage> {
    if (source === 'posts') return countedFallback(uid, tab, before);
    const page = (tab === 'siguiendo' ? followingPage : everybodyPage)(reads, uid, before);
    return page instanceof Promise ? page.catch(feedProblem) : page;
  }

  async function countedFallback(
    uid: string,
    tab: 'siguiendo' | 'paraVos',
    before: string | null,
  ): Promise<TextPage> {
    await countFallbackFeed(limiter, uid);
    return fallbackPage(reads, uid, tab, before);
  }

  async function clubPosts(
    uid: string,
    { club, cursor }: { club: string; cursor: string | undefined },
    tab: 'siguiendo' | 'paraVos' = 'paraVos',
  ): Promise<JsonText> {
    if (!features.includes('cuadros')) throw featureOff();
    if (tab !== 'paraVos') throw new Problem('invalid-argument');
    await clubOf(reads, club);
    const list = `club ${club}`;
    const page = await clubPostsPage(reads, uid, club, readCursor(signer, list, cursor));
    return pageAnswer(signer, list, page);
  }

  return {
    getFeed: ({ input, session: { uid } }) => {
      const { tab, club, cursor } = input;
      if (club !== undefined) return clubPosts(uid, { club, cursor }, tab);
      const list = `feed ${tab}`;
      const page = feedPage(uid, input, readCursor(signer, list, cursor));
      return andThen(page, (found) => pageAnswer(signer, list, found));
    },
    getClubPosts: ({ input: { slug, cursor }, session: { uid } }) => clubPosts(uid, { club: slug, cursor }),
    getPost: ({ input, session }) => postAnswer(session.uid, input.postId),
    publishPost: async ({ input, session: { uid }, request }) => {
      const attempt = attemptOf(request, 'publishPost', input);
      const { postId, isNew } = await publications.publish(uid, input, attempt);
      return postAnswer(uid, postId, isNew);
    },
    editPost: async ({ input, session: { uid } }) => {
      await editPost(writes, uid, input);
      return postAnswer(uid, input.postId);
    },
    setPostWarning: async ({ input, session }) => {
      const { uid } = session;
      const post = isId(input.postId) ? await reads.posts.get(input.postId) : undefined;
      if (post?.fields.ownerUid !== uid && (await isAdmin(reads.db, uid, site.superAdminEmail))) {
        await requireAdminAuthentication(writes, session, adminAuthenticationMs);
        await setWarningAsAdmin(writes, uid, { ...input, site: site.name });
      } else await setOwnWarning(writes, uid, input);
      return postAnswer(uid, input.postId);
    },
    setPostControls: async ({ input, session: { uid } }) => {
      await setPostControls(writes, uid, input);
      return postAnswer(uid, input.postId);
    },
    deletePost: async ({ input, session: { uid } }) => {
      await deletePost(writes, uid, input.postId);
      return {};
    },
    getSavedPosts: async ({ input, session: { uid } }) => {
      const list = 'saved';
      const place = readCursor(signer, list, input.cursor);
      const page = await savedPage(reads, uid, place);
      const isWhole = place === null && page.next === null;
      const total = isWhole ? page.items.length : await countSaved(reads, uid);
      return pageAnswer(signer, list, page, { total });
    },
  };
}
