import type { CallName } from '../../contract/src/calls/all.ts';
import { accountRoutes } from './accounts/routes/accounts.ts';
import { onboardingRoutes } from './accounts/routes/onboarding.ts';
import { adminAdRoutes, adRoutes } from './ads/routes/ads.ts';
import { clubRoutes } from './clubs/routes/clubs.ts';
import { discoveryRoutes } from './discovery/routes/discovery.ts';
import type { Handlers } from './kernel/route.ts';
import { accountLifeRoutes } from './leaving/routes/account-life.ts';
import { linkRoutes } from './links/routes/links.ts';
import { uploadRoutes } from './media/routes/uploads.ts';
import { adminRoutes } from './moderation/routes/admin.ts';
import { reportRoutes } from './moderation/routes/reports.ts';
import { notificationRoutes } from './notifications/routes/notifications.ts';
import { pushRoutes } from './notifications/routes/push.ts';
import { commentRoutes } from './posts/routes/comments.ts';
import { reactionRoutes } from './posts/routes/reactions.ts';
import { blockRoutes } from './profiles/routes/blocks.ts';
import { peopleRoutes } from './profiles/routes/people.ts';
import { preferenceRoutes } from './profiles/routes/preferences.ts';
import { profileRoutes } from './profiles/routes/profiles.ts';
import { postRoutes } from './timeline/routes/posts.ts';
import { topicPageRoutes } from './timeline/routes/topics.ts';
import { topicRoutes } from './topics/routes/topics.ts';

type Room =
  | typeof accountRoutes
  | typeof onboardingRoutes
  | typeof accountLifeRoutes
  | typeof postRoutes
  | typeof commentRoutes
  | typeof clubRoutes
  | typeof blockRoutes
  | typeof discoveryRoutes
  | typeof preferenceRoutes
  | typeof profileRoutes
  | typeof peopleRoutes
  | typeof linkRoutes
  | typeof reactionRoutes
  | typeof uploadRoutes
  | typeof notificationRoutes
  | typeof pushRoutes
  | typeof adRoutes
  | typeof adminAdRoutes
  | typeof adminRoutes
  | typeof reportRoutes
  | typeof topicPageRoutes
  | typeof topicRoutes;

type Taking<R> = R extends (parts: infer P) => unknown ? (parts: P) => void : never;
type Parts = Taking<Room> extends (parts: infer All) => void ? All : never;

export function handlersOf(parts: Parts): Handlers<CallName> {
  return {
    ...accountRoutes(parts),
    ...onboardingRoutes(parts),
    ...accountLifeRoutes(parts),
    ...postRoutes(parts),
    ...commentRoutes(parts),
    ...clubRoutes(parts),
    ...blockRoutes(parts),
    ...discoveryRoutes(parts),
    ...preferenceRoutes(parts),
    ...profileRoutes(parts),
    ...peopleRoutes(parts),
    ...linkRoutes(parts),
    ...reactionRoutes(parts),
    ...uploadRoutes(parts),
    ...notificationRoutes(parts),
    ...pushRoutes(parts),
    ...adRoutes(parts),
    ...adminAdRoutes(parts),
    ...adminRoutes(parts),
    ...reportRoutes(parts),
    ...topicPageRoutes(parts),
    ...topicRoutes(parts),
  };
}
