import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { CommentCache } from './comment-cache.ts';
import type { CommentMarks } from './comment-marks.ts';
import type { PostCache } from './post-cache.ts';
import type { ViewerStates } from './viewer-states.ts';

export type PostReads = PeopleReads & {
  readonly posts: PostCache;
  readonly viewers: ViewerStates;
  readonly comments: CommentCache;
  readonly commentMarks: CommentMarks;
  readonly follows: { isFollowing: (follower: string, followee: string) => MaybePromise<boolean> };
};
