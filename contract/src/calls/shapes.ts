import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';

import { limits } from '../rules/limits.ts';

/** The input of a call. Unknown fields are rejected, so clients cannot set server-side fields. */
export function Input<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** An output schema. Only the named fields leave the server. */
export function Shape<P extends TProperties>(properties: P, title?: string): TObject<P> {
  return Type.Object(properties, { additionalProperties: false, ...(title && { title }) });
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** An id from a client; an invalid one is simply not found. */
export const Id = Type.String({ minLength: 1, maxLength: 64 });
export const Cursor = Type.String({ minLength: 1, maxLength: 512 });
export const ClubSlug = Type.String({ minLength: 1, maxLength: 40 });
export const NoInput = Input({});
export const NoOutput = Shape({});

export const UploadRef = Input({ key: Type.String({ minLength: 1, maxLength: 200 }) });

export const Count = Type.Integer({ minimum: 0 });

// Wider than the rules: the action answers with the specification's texts.
export const Password = Type.String({ maxLength: 1024 });
/** ISO 8601 in UTC with milliseconds. */
const Time = Type.String();

export function Page<T extends TSchema>(item: T) {
  return Shape({ items: Type.Array(item), cursor: Nullable(Type.String()) });
}

export const Profile = Shape(
  {
    uid: Type.String(),
    displayName: Type.String(),
    /** Without the @; empty if the user has none. */
    handle: Type.String(),
    bio: Type.String(),
    avatar: Nullable(Type.String()),
    cover: Nullable(Type.String()),
    premium: Type.Boolean(),
    isPrivate: Type.Boolean(),
    followersCount: Count,
    followingCount: Count,
    postsCount: Count,
    counts: Shape({ followers: Count, following: Count, posts: Count }),
    createdAt: Time,
    club: Type.Optional(Type.String()),
    /** This and the two below only for the user themselves. Null: not answered yet. */
    publicReading: Type.Optional(Nullable(Type.Boolean())),
    indexable: Type.Optional(Type.Boolean()),
    hiddenClub: Type.Optional(Type.String()),
  },
  'Profile',
);
export type Profile = Static<typeof Profile>;

export const LinkPreview = Shape(
  {
    title: Nullable(Type.String()),
    description: Nullable(Type.String()),
    image: Nullable(Type.String()),
    site: Nullable(Type.String()),
  },
  'LinkPreview',
);
export type LinkPreview = Static<typeof LinkPreview>;

export const Media = Shape(
  {
    url: Type.String(),
    type: Type.Union([Type.Literal('image'), Type.Literal('video')]),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    /** The dominant colour, `#rrggbb`: a placeholder until the file loads. */
    color: Nullable(Type.String()),
    alt: Type.Optional(Type.String()),
  },
  'Media',
);
export type Media = Static<typeof Media>;

const PollOption = Shape({ text: Type.String(), votes: Count });
export const PollKey = Type.Union([
  Type.Literal('a'),
  Type.Literal('b'),
  Type.Literal('c'),
  Type.Literal('d'),
]);
export type PollKey = Static<typeof PollKey>;

export const Poll = Shape(
  {
    options: Shape({
      a: Type.Optional(PollOption),
      b: Type.Optional(PollOption),
      c: Type.Optional(PollOption),
      d: Type.Optional(PollOption),
    }),
    order: Type.Array(PollKey),
    totalVotes: Count,
    closesAt: Nullable(Time),
  },
  'Poll',
);
export type Poll = Static<typeof Poll>;

export const WarningKind = Type.Union([
  Type.Literal('spoiler'),
  Type.Literal('sensible'),
  Type.Literal('otra'),
]);
export type WarningKind = Static<typeof WarningKind>;

export const Warning = Shape(
  {
    kind: WarningKind,
    label: Type.String(),
    /** Set by an admin: the author cannot lift it. */
    byAdmin: Type.Optional(Type.Literal(true)),
  },
  'Warning',
);
export type Warning = Static<typeof Warning>;

const postFields = {
  id: Type.String(),
  ownerUid: Type.String(),
  authorId: Type.String(),
  authorName: Type.String(),
  authorHandle: Type.String(),
  authorAvatar: Nullable(Type.String()),
  authorClub: Type.Optional(Type.String()),
  text: Type.String(),
  link: Nullable(Type.String()),
  linkPreview: Nullable(LinkPreview),
  /** The first file. */
  media: Nullable(Media),
  /** Absent unless there are several files or a described one. */
  attachments: Type.Optional(Type.Array(Media)),
  poll: Nullable(Poll),
  createdAt: Time,
  editedAt: Nullable(Time),
  likesCount: Count,
  commentsCount: Count,
  repostsCount: Count,
  counts: Shape({ likes: Count, comments: Count, reposts: Count, impressions: Count }),
  visibility: Type.Literal('public'),
  quoteOf: Nullable(Type.String()),
  warning: Type.Optional(Warning),
  /** Absent when visitors without an account may read it. */
  membersOnly: Type.Optional(Type.Literal(true)),
  /** Only admins see the posts of a suspended author. */
  authorSuspended: Type.Optional(Type.Literal(true)),
  /** Absent: all. */
  commentPolicy: Type.Optional(Type.Union([Type.Literal('followed'), Type.Literal('none')])),
  quotesAllowed: Type.Optional(Type.Literal(false)),
};

export const PostBody = Shape(postFields, 'PostBody');
export type PostBody = Static<typeof PostBody>;

export const ViewerState = Shape(
  {
    liked: Type.Boolean(),
    reposted: Type.Boolean(),
    saved: Type.Boolean(),
    vote: Nullable(PollKey),
    mayComment: Type.Optional(Type.Literal(false)),
  },
  'ViewerState',
);
export type ViewerState = Static<typeof ViewerState>;

const RepostedBy = Nullable(Shape({ uid: Type.String(), displayName: Type.String() }));

/** A quoted post. One level only: its own `quoted` is always null. */
const QuotedPost = Shape(
  { ...postFields, quoted: Type.Null(), repostedBy: Type.Null(), viewer: ViewerState },
  'QuotedPost',
);

export const PostView = Shape(
  { ...postFields, quoted: Nullable(QuotedPost), repostedBy: RepostedBy, viewer: ViewerState },
  'PostView',
);
export type PostView = Static<typeof PostView>;

export const Reactions = Shape(
  {
    likesCount: Count,
    repostsCount: Count,
    liked: Type.Boolean(),
    reposted: Type.Boolean(),
    saved: Type.Boolean(),
  },
  'Reactions',
);
export type Reactions = Static<typeof Reactions>;

export const Comment = Shape(
  {
    id: Type.String(),
    postId: Type.String(),
    authorId: Type.String(),
    uid: Type.String(),
    displayName: Type.String(),
    handle: Type.String(),
    avatar: Nullable(Type.String()),
    authorClub: Type.Optional(Type.String()),
    text: Type.String({ maxLength: limits.commentText }),
    createdAt: Time,
    updatedAt: Time,
    /** For a reply: the comment it answers, and the root it stands under. */
    replyTo: Type.Optional(Type.String()),
    rootId: Type.Optional(Type.String()),
    /** Absent if the viewer may not see that author. */
    replyToHandle: Type.Optional(Type.String()),
    likesCount: Type.Optional(Count),
    viewer: Type.Optional(Shape({ liked: Type.Boolean() })),
    /** Deleted, but still shown for its replies: the text and the author's fields are empty. */
    deleted: Type.Optional(Type.Literal(true)),
  },
  'Comment',
);
export type Comment = Static<typeof Comment>;
