import { Type } from 'typebox';

import { limits } from '../rules/limits.ts';
import { command, query } from './define.ts';
import { Cursor, Id, Input, Nullable, Profile, Shape } from './shapes.ts';

const input = Input({ targetUid: Id });
const output = Shape({ following: Type.Boolean(), followersCount: Type.Integer({ minimum: 0 }) });

export const followUser = command({
  access: 'user',
  group: 'follow',
  summary: 'Follows a user. Idempotent.',
  input,
  output,
});

export const unfollowUser = command({
  access: 'user',
  group: 'follow',
  summary: 'Unfollows a user. Idempotent.',
  input,
  output,
});

export const followUsers = command({
  access: 'user',
  group: 'follow',
  summary:
    'Follows up to 15 users; each counts against the rate limit. `following`: those of them whom the caller follows now. Users who cannot be followed are left out. Idempotent.',
  input: Input({ uids: Type.Array(Id, { minItems: 1, maxItems: limits.followAtOnce }) }),
  output: Shape({ following: Type.Array(Type.String()) }),
});

const list = Input({ uid: Id, cursor: Type.Optional(Cursor) });
const people = Shape({
  items: Type.Array(Profile),
  cursor: Nullable(Type.String()),
  following: Type.Array(Type.String()),
  muted: Type.Array(Type.String()),
});

export const getFollowers = query({
  access: 'user',
  group: 'read',
  summary: 'The followers of a user, newest first; 500 at most in total.',
  input: list,
  output: people,
});

export const getFollowing = query({
  access: 'user',
  group: 'read',
  summary: 'The users that a user follows, newest first; 500 at most in total.',
  input: list,
  output: people,
});
