import { type Exclusions, exclusionsOf, isBlocked, isExcluded } from '../../people/views/exclusions.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import type { About } from '../store/read-state.ts';
import type { Posts } from './notification-details.ts';
import type { NotificationReads } from './notification-reads.ts';

type HiddenChecks = {
  readonly profiles: ReadonlyMap<string, CachedProfile>;
  readonly exclusions: Exclusions;
  /** Hidden by an admin, by leaving, by a block or by a mute. */
  readonly isActorHidden: (uid: string) => boolean;
  /** Hidden as when the post is opened; the user's own posts never are. */
  readonly isPostHidden: (id: string | null) => boolean;
  readonly isHidden: (about: About) => boolean;
};

export async function hiddenFrom(
  reads: NotificationReads,
  uid: string,
  actors: readonly string[],
  posts: Posts,
): Promise<HiddenChecks> {
  const people = new Set(actors);
  for (const { fields } of posts.values()) if (fields.ownerUid !== uid) people.add(fields.ownerUid);
  const [profiles, exclusions] = await Promise.all([
    reads.profiles.getMany([...people]),
    exclusionsOf(reads, uid, people),
  ]);
  const isActorHidden = (actor: string) =>
    profiles.get(actor)?.hidden === true || isExcluded(exclusions, actor);
  const isPostHidden = (id: string | null) => {
    const owner = id === null ? undefined : posts.get(id)?.fields.ownerUid;
    if (owner === undefined || owner === uid) return false;
    return profiles.get(owner)?.hidden !== false || isBlocked(exclusions, owner);
  };
  const isHidden = ({ actor_uid: actor, post_id: postId }: About) =>
    (actor !== null && isActorHidden(actor)) || isPostHidden(postId);
  return { profiles, exclusions, isActorHidden, isPostHidden, isHidden };
}
