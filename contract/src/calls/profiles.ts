import { Type } from 'typebox';

import { limits } from '../rules/limits.ts';
import { OwnClub } from './clubs.ts';
import { command, query } from './define.ts';
import { Cursor, Id, Input, Nullable, Page, PostView, Profile, Shape, UploadRef } from './shapes.ts';

export const getProfile = query({
  access: 'user',
  group: 'read',
  summary: 'A profile by uid or @handle; the caller’s own without `uid`.',
  input: Input({ uid: Type.Optional(Id) }),
  output: Shape({
    profile: Profile,
    following: Type.Boolean(),
    isSelf: Type.Boolean(),
    blocked: Type.Boolean(),
    muted: Type.Boolean(),
    blockedBy: Type.Boolean(),
    /** Only admins see a suspended profile. */
    suspended: Type.Optional(Type.Literal(true)),
    /** Only on the caller's own profile. */
    ownClub: Type.Optional(OwnClub),
  }),
});

export const checkHandle = query({
  access: 'user',
  group: 'checkHandle',
  summary: 'Whether a handle is available. The caller’s own counts as available.',
  input: Input({ handle: Type.String({ maxLength: 64 }) }),
  output: Shape({ available: Type.Boolean() }),
});

export const updateProfile = command({
  access: 'user',
  group: 'editProfile',
  summary:
    'Updates the caller’s name, handle, bio and avatar. Without `avatar` the picture stays; null removes it.',
  input: Input({
    displayName: Type.String({ maxLength: 400 }),
    handle: Type.String({ maxLength: 64 }),
    bio: Type.String({ maxLength: 2000 }),
    avatar: Type.Optional(Nullable(UploadRef)),
    /** Unchanged when absent. */
    findableByEmail: Type.Optional(Type.Boolean()),
  }),
  output: Shape({ profile: Profile }),
});

export const setReadingChoice = command({
  access: 'user',
  group: 'editProfile',
  feature: 'publico',
  summary:
    'Sets whether people without an account may read the caller, and whether search engines may list the caller.',
  input: Input({ publicReading: Type.Boolean(), indexable: Type.Boolean() }),
  output: Shape({ profile: Profile }),
});

export const getProfilePosts = query({
  access: 'user',
  group: 'read',
  summary: 'The posts of a profile, newest first; 200 at most in total.',
  input: Input({
    uid: Id,
    only: Type.Optional(Type.Literal('media')),
    cursor: Type.Optional(Cursor),
  }),
  output: Page(PostView),
});

export const searchUsers = query({
  access: 'user',
  group: 'search',
  summary: 'Users by handle, then by e-mail address, then by name. Never shows an address.',
  input: Input({ q: Type.String({ maxLength: limits.searchQuery }), cursor: Type.Optional(Cursor) }),
  output: Page(Profile),
});
