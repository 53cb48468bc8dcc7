import { Type, type Static } from 'typebox';

import { command, query, redirect } from './define.ts';
import { Id, Input, NoInput, NoOutput, Nullable, Shape, UploadRef } from './shapes.ts';

const Count = Type.Integer({ minimum: 0 });

export const AdStatus = Type.Union([Type.Literal('active'), Type.Literal('paused')]);
export type AdStatus = Static<typeof AdStatus>;

/** An ad has either an image or a video. `color` as `#rrggbb` keeps its place until the file is there. */
export const Ad = Shape(
  {
    id: Type.String(),
    title: Type.String(),
    text: Type.String(),
    linkUrl: Type.String(),
    site: Type.String(),
    imageUrl: Nullable(Type.String()),
    videoUrl: Nullable(Type.String()),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    color: Nullable(Type.String()),
    startAt: Type.String(),
    /** Null: it has no end. */
    endAt: Nullable(Type.String()),
    status: AdStatus,
    capPerUserPerDay: Count,
    /** How many posts stand before it. */
    frequency: Count,
    createdAt: Type.String(),
  },
  'Ad',
);
export type Ad = Static<typeof Ad>;

/** What an ad brought on one day of Buenos Aires, as `YYYY-MM-DD`. */
const AdDay = Shape({ day: Type.String(), impressions: Count, clicks: Count }, 'AdDay');
export type AdDay = Static<typeof AdDay>;

/** A moment with its offset, such as `2026-11-21T18:00:00.000Z`. */
const Moment = Type.String({
  pattern: '^2\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d\\d:\\d\\d)$',
});

export const getAds = query({
  who: 'user',
  group: 'read',
  summary: 'The ads that are shown now, the one that began last first; 20 at most.',
  input: NoInput,
  output: Shape({ items: Type.Array(Ad) }),
});

export const adImpression = command({
  who: 'user',
  group: 'adImpression',
  summary:
    'Says that an ad was seen. Counted while the ad is shown, up to its cap for a user and a day of Buenos Aires; an admin’s look is not counted.',
  input: Input({ adId: Id }),
  output: NoOutput,
});

export const adRedirect = redirect({
  who: 'anyone',
  group: null,
  summary: 'Leads to the link of an ad that is shown now, and counts the click.',
  // What advertisers hang on to the address besides is passed over.
  input: Type.Object({ adId: Id }),
});

export const adminListAds = query({
  who: 'admin',
  group: 'read',
  summary: 'The newest ads, whatever their state; 50 at most.',
  input: NoInput,
  output: Shape({ items: Type.Array(Ad) }),
});

export const adminCreateAd = command({
  who: 'admin',
  group: 'moderate',
  summary: 'Makes an ad, which is active. Its site defaults to the host of its link, its start to now.',
  idempotent: true,
  // Wider than the rules allow: the action says in words what is wrong.
  input: Input({
    title: Type.Optional(Type.String({ maxLength: 2000 })),
    text: Type.Optional(Type.String({ maxLength: 8000 })),
    linkUrl: Type.String({ maxLength: 8000 }),
    site: Type.Optional(Type.String({ maxLength: 2000 })),
    media: Type.Optional(UploadRef),
    startAt: Type.Optional(Nullable(Moment)),
    endAt: Type.Optional(Nullable(Moment)),
    capPerUserPerDay: Type.Optional(Type.Number()),
    frequency: Type.Optional(Type.Number()),
  }),
  output: Shape({ ad: Ad }),
});

export const adminSetAdStatus = command({
  who: 'admin',
  group: 'moderate',
  summary: 'Pauses an ad, or shows it again.',
  input: Input({ adId: Id, status: AdStatus }),
  output: Shape({ ad: Ad }),
});

export const adminDeleteAd = command({
  who: 'admin',
  group: 'moderate',
  summary: 'Deletes an ad with its file and its statistics.',
  input: Input({ adId: Id }),
  output: NoOutput,
});

export const adminAdStats = query({
  who: 'admin',
  group: 'read',
  summary: 'What an ad brought on each of the last 30 days of Buenos Aires, the oldest first.',
  input: Input({ adId: Id }),
  output: Shape({ days: Type.Array(AdDay) }),
});
