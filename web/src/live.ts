import { joinLive, type LiveListener } from './api/live-events.ts';
import { liveState } from './api/live-state.ts';
import { ignoreFailedRead } from './api/query-client.ts';
import { checkNewPosts } from './features/feed/check-new-posts.ts';
import { refreshAfterGap } from './features/feed/refresh-after-gap.ts';
import {
  applyNotificationEvent,
  catchUpNotifications,
} from './features/notifications/notifications-store.ts';
import { streamNotifications } from './features/notifications/watch-notifications.ts';
import { joinReactions } from './features/posts/actions/reaction-tabs.ts';
import { checkLists } from './features/posts/lists/check-lists.ts';
import { updatePoll, removePost } from './features/posts/lists/live-posts.ts';
import { loadSession, session } from './features/session/session-store.ts';

// After this pause a sign-out in this tab is complete and not mistaken for a lost session.
const sessionPauseMs = 400;

let current: { uid: string; leave: () => void } | null = null;

export function followLive(): void {
  session.subscribe(follow);
  follow();
}

function follow(): void {
  const uid = session.read().user?.uid;
  if (uid === current?.uid) return;
  current?.leave();
  if (uid === undefined) current = null;
  else current = { uid, leave: join(uid) };
}

function join(uid: string): () => void {
  const ends = [joinLive(uid, session.read().lastEventId ?? null, listenerFor(uid)), joinReactions(uid)];
  return () => ends.forEach((end) => end());
}

function listenerFor(uid: string): LiveListener {
  return {
    onLive: (live) => {
      liveState.write(live);
      streamNotifications(live);
    },
    on: {
      'post-created': (post) => {
        checkNewPosts(post.postId);
        checkLists(post);
      },
      'posts-created': () => {
        checkNewPosts();
        checkLists();
      },
      'post-deleted': ({ postId }) => removePost(postId),
      'poll-changed': ({ postId, poll }) => updatePoll(postId, poll),
      notification: applyNotificationEvent,
      'session-ended': () => setTimeout(() => current?.uid === uid && void loadSession(), sessionPauseMs),
      resync: () => {
        checkNewPosts();
        checkLists();
        refreshAfterGap();
        refreshList();
      },
    },
  };
}

function refreshList(): void {
  void catchUpNotifications().catch(ignoreFailedRead);
}
