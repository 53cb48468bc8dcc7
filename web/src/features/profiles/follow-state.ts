import type { ProfileAnswer } from './use-profile.ts';

/** Without a count from the server, the count moves with the state. */
export function withFollowing(
  answer: ProfileAnswer,
  following: boolean,
  followersCount = answer.profile.followersCount + Number(following) - Number(answer.following),
): ProfileAnswer {
  const count = Math.max(0, followersCount);
  const counts = { ...answer.profile.counts, followers: count };
  return { ...answer, following, profile: { ...answer.profile, followersCount: count, counts } };
}
