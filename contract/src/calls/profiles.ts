import { Type } from 'typebox';

import { query } from './define.ts';
import { Cursor, Id, Input, Page, PostView, Profile, Shape } from './shapes.ts';

export const getProfile = query({
  who: 'user',
  summary: 'A profile; one’s own without `uid`.',
  input: Input({ uid: Type.Optional(Id) }),
  output: Shape({ profile: Profile, following: Type.Boolean(), isSelf: Type.Boolean() }),
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
