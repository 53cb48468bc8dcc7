import type { Fact } from '../../kernel/facts.ts';
import type { JobPayloads } from '../../kernel/store/jobs.ts';

/** Reads jobs that an older operator's tool enqueued. An event that is unknown today affects no cache. */
export function factsOf({ name, event }: JobPayloads['tell-site']): Fact[] {
  switch (name) {
    case 'profile-changed':
      return [{ type: name, uids: event['uids'] as string[] }];
    case 'merged-authors-changed':
      return [{ type: name, uid: event['uid'] as string }];
    case 'sessions-ended':
      return [{ type: name, uid: event['uid'] as string }];
    case 'posts-hidden': {
      const { postIds, ownerUid } = event as { postIds: string[]; ownerUid: string };
      return [{ type: 'account-hidden', uid: ownerUid, postIds }];
    }
    case 'post-edited':
      return [{ type: name, postId: event['postId'] as string }];
    case 'counters-changed':
      return [{ ...(event as Omit<Fact<'post-counted'>, 'type'>), type: 'post-counted' }];
    default:
      return [];
  }
}
