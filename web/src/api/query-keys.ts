import type { Input } from '../../../contract/src/calls/all.ts';

type FeedTab = Input<'getFeed'>['tab'];

/** Keys of the query cache. A key without parts is the prefix of its family, for invalidating all of it. */
function family<Parts extends readonly string[] = []>(name: string) {
  return (...parts: Parts | []): readonly [string, ...(Parts | [])] => [name, ...parts];
}

export const postListKey = family<
  | [list: 'feed']
  | [list: 'feed', tab: FeedTab]
  | [list: 'feed', tab: FeedTab, club: string]
  | [list: 'club']
  | [list: 'club', slug: string]
  | [list: 'profile' | 'profile-media', uid: string]
  | [list: 'topic']
  | [list: 'topic', tag: string]
  | [list: 'saved']
>('posts');
export const feedTopKey = family<[tab: FeedTab] | [tab: FeedTab, club: string]>('feed-top');
export const listTopKey = family<[list: 'club' | 'topic', name: string]>('list-top');
export const topicSuggestionsKey = family<[q: string]>('topic-suggestions');
export const postKey = family<[postId: string]>('post');
export const commentsKey = family<[postId: string]>('comments');
export const commentThreadKey = family<[postId: string, commentId: string]>('comment-thread');
export const ownCommentsKey = family<[postId: string]>('own-comments');
export const linkPreviewKey = family<[link: string]>('link-preview');
export const profileKey = family<[uid: string]>('profile');
export const peopleKey = family<
  [list: 'followers' | 'following' | 'fans', of: string] | [list: 'mention' | 'search', q: string]
>('people');
export const suggestedPeopleKey = family<[club: string]>('suggested-people');
export const onboardingKey = family('onboarding');
export const hotPostsKey = family('hot-posts');
export const latestPostsKey = family('latest-posts');
export const excludedPeopleKey = family<[kind: 'blocked' | 'muted']>('hidden-people');
export const mutedWordsKey = family('muted-words');
export const notificationsKey = family('notifications');
export const mentionsKey = family('notification-mentions');
export const notificationsHeadKey = family('notifications-head');
export const unreadKey = family('notifications-unread');
export const handleKey = family<[handle: string]>('handle');
export const findableKey = family('findable-by-email');
export const pushPreferencesKey = family('push-preferences');
export const ownClubKey = family('own-club');
export const clubsKey = family('clubs');
export const clubKey = family<[slug: string]>('club');
export const preferencesKey = family('preferences');
export const accountKey = family('account');
export const sessionsKey = family('sessions');
export const adsKey = family('ads');
export const adminKey = family<
  | [screen: 'dashboard' | 'users' | 'found' | 'audit' | 'ads']
  | [screen: 'found' | 'ad-stats' | 'users', id: string]
>('admin');
export const reportsKey = family<[filter: string]>('reports');
