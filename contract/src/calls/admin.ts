import { Type, type Static } from 'typebox';

import { limits } from '../rules/limits.ts';
import { command, query } from './define.ts';
import {
  Count,
  Cursor,
  Id,
  Input,
  NoInput,
  NoOutput,
  Nullable,
  Page,
  PostView,
  Profile,
  Shape,
} from './shapes.ts';

export const AdminUser = Shape(
  {
    ...Profile.properties,
    /** Null for the official account, which nobody signs in to. */
    email: Nullable(Type.String()),
    suspended: Type.Boolean(),
    /** Why the caller cannot suspend this user; null if they can, or if the user is suspended. */
    exempt: Nullable(
      Type.Union([Type.Literal('self'), Type.Literal('super-admin'), Type.Literal('official')]),
    ),
  },
  'AdminUser',
);
export type AdminUser = Static<typeof AdminUser>;

export const getDashboard = query({
  access: 'admin',
  group: 'read',
  summary: 'The number of users, posts and undecided reports, and the latest posts.',
  input: NoInput,
  output: Shape({ users: Count, posts: Count, waitingReports: Count, latestPosts: Type.Array(PostView) }),
});

export const adminListUsers = query({
  access: 'admin',
  group: 'read',
  summary:
    'All users with their e-mail addresses, newest first unless `sort=oldest`; with `state` only those. Requires re-authentication within the last hour.',
  needsReauthentication: true,
  input: Input({
    cursor: Type.Optional(Cursor),
    state: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('suspended')])),
    sort: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
  }),
  output: Page(AdminUser),
});

export const adminFindUser = query({
  access: 'admin',
  group: 'search',
  summary:
    'Finds a user by exact @handle or e-mail address. Requires re-authentication within the last hour.',
  needsReauthentication: true,
  input: Input({ q: Type.String({ maxLength: limits.emailLength }) }),
  output: Shape({ user: AdminUser }),
});

export const adminSetUserSuspended = command({
  access: 'admin',
  group: 'moderate',
  summary:
    'Suspends a user or lifts a suspension. Suspending ends all sessions at once and hides the user with all content. Idempotent.',
  input: Input({ targetUid: Id, suspended: Type.Boolean() }),
  output: Shape({ user: AdminUser }),
});

export const adminDeletePost = command({
  access: 'admin',
  group: 'moderate',
  summary: 'Deletes any post with everything attached to it.',
  input: Input({ postId: Id }),
  output: NoOutput,
});

export type AuditAction =
  | 'user-suspended'
  | 'user-reactivated'
  | 'post-deleted'
  | 'comment-deleted'
  | 'cover-set'
  | 'cover-lifted'
  | 'ad-created'
  | 'ad-paused'
  | 'ad-reactivated'
  | 'ad-deleted'
  | 'report-taken'
  | 'report-decided'
  | 'report-noted'
  | 'admin-granted'
  | 'admin-revoked'
  | 'official-changed'
  | 'clubs-imported'
  | 'topic-hidden'
  | 'topic-shown'
  | 'topic-renamed';

export const AuditEntry = Shape(
  {
    id: Type.String(),
    at: Type.String(),
    /** Null for the operator on the command line. The names are null for a deleted account. */
    actor: Nullable(
      Shape({
        uid: Type.String(),
        displayName: Nullable(Type.String()),
        handle: Nullable(Type.String()),
      }),
    ),
    action: Type.String(),
    /** `label` is the target's readable name at that time. */
    target: Shape({
      kind: Type.Union([
        Type.Literal('user'),
        Type.Literal('post'),
        Type.Literal('ad'),
        Type.Literal('report'),
        Type.Literal('site'),
      ]),
      id: Type.String(),
      label: Type.String(),
    }),
    note: Type.String(),
  },
  'AuditEntry',
);
export type AuditEntry = Static<typeof AuditEntry>;

export const adminListAudit = query({
  access: 'admin',
  group: 'read',
  summary: 'The audit log: what admins and the operator did, newest first.',
  input: Input({ cursor: Type.Optional(Cursor) }),
  output: Page(AuditEntry),
});
