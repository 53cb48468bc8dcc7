import { Type } from 'typebox';

import { command, query } from './define.ts';
import { Cursor, Id, Input, Page, PostView, Profile, Shape } from './shapes.ts';

export const getProfile = query({
  who: 'user',
  summary: 'A profile; one’s own without `uid`.',
  input: Input({ uid: Type.Optional(Id) }),
  output: Shape({ profile: Profile, following: Type.Boolean(), isSelf: Type.Boolean() }),
});

export const checkHandle = query({
  who: 'user',
  summary: 'Whether a handle can be had. One’s own counts as available.',
  input: Input({ handle: Type.String({ maxLength: 64 }) }),
  output: Shape({ available: Type.Boolean() }),
});

export const updateProfile = command({
  who: 'user',
  summary: 'Changes one’s own name, handle and bio.',
  input: Input({
    displayName: Type.String({ maxLength: 400 }),
    handle: Type.String({ maxLength: 64 }),
    bio: Type.String({ maxLength: 2000 }),
  }),
  output: Shape({ profile: Profile }),
});

export const getProfilePosts = query({
  who: 'user',
  summary: 'The posts of a profile, newest first, 200 at most in all.',
  input: Input({
    uid: Id,
    only: Type.Optional(Type.Literal('media')),
    cursor: Type.Optional(Cursor),
  }),
  output: Page(PostView),
});
