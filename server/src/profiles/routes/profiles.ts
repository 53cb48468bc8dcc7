import type { Feature } from '../../../../contract/src/features.ts';
import { normaliseHandle } from '../../../../contract/src/rules/handles.ts';
import { countFollows, countIfDone, handleLimits } from '../../http/rate-limits.ts';
import { readCursor } from '../../kernel/cursors.ts';
import { pageAnswer } from '../../kernel/page-text.ts';
import { type Handlers, JsonText } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import { profileNotFound } from '../../people/actions/profile-not-found.ts';
import { ownProfile } from '../../people/views/profiles.ts';
import { andThen } from '../../platform/concurrency/maybe-promise.ts';
import type { RateLimiter, SharedRateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { followUser, followUsers, unfollowUser } from '../actions/follows.ts';
import { isHandleAvailable, updateProfile } from '../actions/profiles.ts';
import { setReadingChoice } from '../actions/reading-choice.ts';
import { profileAnswer, profilePostsPage, type ProfileReads, profileSight } from '../views/profile-views.ts';

type Needs = {
  reads: ProfileReads;
  writes: Writes;
  signer: Signer;
  limiter: RateLimiter;
  sharedLimiter: SharedRateLimiter;
  features: readonly Feature[];
  officialUid: string | null;
  /** By which the operator's MAIN_USER names the official account. */
  mainHandle: string | null;
};

export function profileRoutes(
  site: Needs,
): Handlers<
  | 'getProfile'
  | 'getProfilePosts'
  | 'checkHandle'
  | 'updateProfile'
  | 'setReadingChoice'
  | 'followUser'
  | 'followUsers'
  | 'unfollowUser'
> {
  const { reads, writes, signer, limiter, sharedLimiter, features, officialUid, mainHandle } = site;

  const own = () => (features.includes('cuadros') ? { now: writes.now() } : undefined);

  async function followAnswer(uid: string, targetUid: string) {
    const sight = await profileSight(reads, uid, targetUid);
    if (!sight) return null;
    const { cached, acrossBlock, marks } = sight;
    return {
      following: marks.following,
      followersCount: acrossBlock ? 0 : cached.profile.followersCount,
    };
  }

  async function ownAnswer(uid: string) {
    const sight = await profileSight(reads, uid, uid);
    if (!sight) throw profileNotFound();
    return { profile: ownProfile(sight.cached) };
  }

  return {
    getProfile: ({ input, session }) =>
      andThen(profileAnswer(reads, session.uid, input.uid ?? session.uid, own()), (text) => {
        if (text === null) throw profileNotFound();
        return new JsonText(text);
      }),
    getProfilePosts: ({ input: { uid, only, cursor }, session }) => {
      const list = `profile ${uid} ${only ?? 'all'}`;
      // The cursor carries the number of posts listed so far: a profile ends after 200.
      const [count, before] = readCursor(signer, list, cursor)?.split(':') ?? [];
      const position = { only, before: before ?? null, listedCount: Number(count ?? 0) };
      return andThen(profilePostsPage(reads, session.uid, uid, position), (page) => {
        if (!page) throw profileNotFound();
        const next = page.next === null ? null : `${position.listedCount + page.items.length}:${page.next}`;
        return pageAnswer(signer, list, { ...page, next });
      });
    },
    checkHandle: async ({ input, session }) => ({
      available: await isHandleAvailable(writes, session.uid, input.handle),
    }),
    updateProfile: async ({ input, session: { uid } }) => {
      const before = (await reads.profiles.get(uid))?.profile.handle;
      const keptHandle = uid === officialUid ? mainHandle : null;
      const change = () => updateProfile(writes, uid, input, keptHandle);
      if (normaliseHandle(input.handle) === before) await change();
      else await countIfDone(sharedLimiter, [{ key: `handle ${uid}`, limits: handleLimits }], change);
      return ownAnswer(uid);
    },
    setReadingChoice: async ({ input, session: { uid } }) => {
      await setReadingChoice(writes, uid, input);
      return ownAnswer(uid);
    },
    followUser: async ({ input: { targetUid }, session: { uid } }) => {
      await followUser(writes, uid, targetUid);
      const answer = await followAnswer(uid, targetUid);
      if (!answer) throw profileNotFound();
      return answer;
    },
    followUsers: async ({ input, session: { uid } }) => {
      const uids = [...new Set(input.uids)];
      await countFollows(limiter, uid, uids.length);
      return { following: await followUsers(writes, uid, uids) };
    },
    unfollowUser: async ({ input: { targetUid }, session: { uid } }) => {
      await unfollowUser(writes, uid, targetUid);
      // A hidden user is not shown, but can be unfollowed.
      return (await followAnswer(uid, targetUid)) ?? { following: false, followersCount: 0 };
    },
  };
}
