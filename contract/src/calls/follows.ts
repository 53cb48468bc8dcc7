import { Type } from 'typebox';

import { command, query } from './define.ts';
import { Cursor, Id, Input, Nullable, Profile, Shape } from './shapes.ts';

const input = Input({ targetUid: Id });
const output = Shape({ following: Type.Boolean(), followersCount: Type.Integer({ minimum: 0 }) });

export const followUser = command({
  who: 'user',
  group: 'follow',
  summary: 'Follows another user. Twice changes nothing more.',
  input,
  output,
});

export const unfollowUser = command({
  who: 'user',
  group: 'follow',
  summary: 'Stops following. Twice changes nothing more.',
  input,
  output,
});

const list = Input({ uid: Id, cursor: Type.Optional(Cursor) });
const people = Shape({
  items: Type.Array(Profile),
  cursor: Nullable(Type.String()),
  /** Whom of them the caller follows. */
  following: Type.Array(Type.String()),
  /** Whom of them the caller muted. */
  muted: Type.Array(Type.String()),
});

export const getFollowers = query({
  who: 'user',
  group: 'read',
  summary: 'Who follows a user, 500 at most in all.',
  input: list,
  output: people,
});

export const getFollowing = query({
  who: 'user',
  group: 'read',
  summary: 'Whom a user follows, 500 at most in all.',
  input: list,
  output: people,
});
