import { Type, type Static } from 'typebox';

import { clubDivisions, clubPatterns } from '../rules/clubs/club-forms.ts';
import { limits } from '../rules/limits.ts';
import { command, query } from './define.ts';
import { ClubSlug, Cursor, Input, NoInput, Nullable, Page, PostView, Profile, Shape } from './shapes.ts';

const Time = Type.String();

function oneOf<T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));
}

const clubFields = {
  slug: Type.String(),
  name: Type.String(),
  /** At most 20 characters. */
  short: Type.String(),
  division: oneOf(clubDivisions),
  /** Empty for entries that are not a club, such as 'Neutral'. */
  place: Type.String(),
  pattern: oneOf(clubPatterns),
  /** `#rrggbb`. */
  colours: Type.Array(Type.String(), { minItems: 2, maxItems: 3 }),
  aliases: Type.Array(Type.String()),
  /** A retired club can no longer be chosen. */
  active: Type.Boolean(),
};

export const Club = Shape(clubFields, 'Club');
export type Club = Static<typeof Club>;

export const OwnClub = Shape({
  /** Set even while it is not shown. */
  club: Nullable(Type.String()),
  show: Type.Boolean(),
  /** Null: now. */
  changeableAt: Nullable(Time),
});
export type OwnClub = Static<typeof OwnClub>;

export const getClubs = query({
  access: 'anyone',
  group: null,
  feature: 'cuadros',
  summary:
    'All clubs, in the order of their divisions. `popular`: those with most fans here, at most 12. Can be cached for a day; `ETag` is supported.',
  input: NoInput,
  output: Shape({
    version: Type.String(),
    items: Type.Array(Club),
    popular: Type.Array(Type.String(), { maxItems: limits.popularClubs }),
  }),
});

export const setClub = command({
  access: 'user',
  group: 'editProfile',
  feature: 'cuadros',
  summary:
    'Sets the caller’s club, or none, and whether others see it; what is left out stays. Another club is free within 24 hours of the first choice, then once in 30 days: `failed-precondition` with `club-too-soon`.',
  input: Input({ club: Type.Optional(Nullable(ClubSlug)), show: Type.Optional(Type.Boolean()) }),
  output: OwnClub,
});

const clubInput = Input({ slug: ClubSlug });
const clubListInput = Input({ slug: ClubSlug, cursor: Type.Optional(Cursor) });

export const getClub = query({
  access: 'user',
  group: 'read',
  feature: 'cuadros',
  summary: 'A club, how many of its fans show it, counted every minute, and whether it is the caller’s.',
  input: clubInput,
  output: Shape({
    club: Shape({ ...clubFields, members: Type.Integer({ minimum: 0 }), isMine: Type.Boolean() }, 'ClubPage'),
  }),
});

export const getClubPosts = query({
  access: 'user',
  group: 'read',
  feature: 'cuadros',
  summary: 'Ten posts, newest first, of people who showed this club when they published them and still do.',
  input: clubListInput,
  output: Page(PostView),
});

export const getClubMembers = query({
  access: 'user',
  group: 'read',
  feature: 'cuadros',
  summary:
    'The people who show this club, twenty per page: those whom the caller follows, then the newest fans.',
  input: clubListInput,
  output: Shape({
    items: Type.Array(Profile),
    cursor: Nullable(Type.String()),
    following: Type.Array(Type.String()),
  }),
});
