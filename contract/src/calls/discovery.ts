import { Type } from 'typebox';

import { query } from './define.ts';
import { ClubSlug, Input, NoInput, Nullable, PostView, Profile, Shape } from './shapes.ts';

export const getSuggestedPeople = query({
  access: 'user',
  group: 'read',
  summary:
    'Up to 15 people whom the caller does not follow yet, best first; with `club` those who show it come before others. `reason` is Spanish text, or null. `followsOthers`: whether the caller follows anybody but the official account.',
  input: Input({ club: Type.Optional(ClubSlug) }),
  output: Shape({
    items: Type.Array(Shape({ profile: Profile, reason: Nullable(Type.String()) })),
    followsOthers: Type.Boolean(),
  }),
});

export const getHotPosts = query({
  access: 'user',
  group: 'read',
  summary:
    'Up to three posts that most people liked or commented on in the last 24 hours, at most one of each author.',
  input: NoInput,
  output: Shape({ items: Type.Array(PostView) }),
});
