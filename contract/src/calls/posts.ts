import { Type } from 'typebox';

import { limits } from '../rules/limits.ts';
import { command, query } from './define.ts';
import {
  ClubSlug,
  Cursor,
  Id,
  Input,
  NoOutput,
  Nullable,
  Page,
  PostView,
  Shape,
  UploadRef,
  WarningKind,
} from './shapes.ts';

// Lengths in this file are wider than the rules: the action answers with the specification's texts.
const PostText = Type.String({ maxLength: limits.postText * 2 });
const PostLink = Type.String({ maxLength: limits.linkLength });

const PreviewText = Type.Optional(Nullable(Type.String({ maxLength: 4096 })));

/** As the composer showed it. Only its texts are used, and only if the server has no better ones. */
const LinkPreviewInput = Input({
  title: PreviewText,
  description: PreviewText,
  image: PreviewText,
  site: PreviewText,
});

const AltText = Nullable(Type.String({ maxLength: limits.altText * 2 }));
const AttachmentInput = Input({ key: UploadRef.properties.key, alt: Type.Optional(AltText) });

const PollInput = Input({
  options: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 20 }),
  durationMinutes: Type.Union([Type.Literal(1440), Type.Literal(4320), Type.Literal(10_080)]),
});

const WarningInput = Input({
  kind: WarningKind,
  label: Type.Optional(Type.String({ maxLength: limits.warningLabel * 4 })),
});

export const FeedTab = Type.Union([Type.Literal('siguiendo'), Type.Literal('paraVos')]);

const CommentPolicy = Type.Union([Type.Literal('all'), Type.Literal('followed'), Type.Literal('none')]);

export const getFeed = query({
  access: 'user',
  group: 'read',
  summary:
    'Ten posts of a feed, newest first. `source=posts` bypasses the read model. `club`: of ‘Para vos’ only the posts of people who show that club.',
  input: Input({
    tab: FeedTab,
    club: Type.Optional(ClubSlug),
    cursor: Type.Optional(Cursor),
    source: Type.Optional(Type.Union([Type.Literal('summaries'), Type.Literal('posts')])),
  }),
  output: Page(PostView),
});

export const getPost = query({
  access: 'user',
  group: 'read',
  summary: 'One post.',
  input: Input({ postId: Id }),
  output: Shape({ post: PostView }),
});

export const publishPost = command({
  access: 'user',
  group: 'publish',
  summary:
    'Publishes a post: text, link, files, poll, quote, or several of them. `attachments`: up to four images or one video, in their order; or `media`: one file without a description.',
  input: Input({
    text: Type.Optional(PostText),
    link: Type.Optional(PostLink),
    linkPreview: Type.Optional(LinkPreviewInput),
    media: Type.Optional(UploadRef),
    attachments: Type.Optional(Type.Array(AttachmentInput, { maxItems: 20 })),
    poll: Type.Optional(PollInput),
    quoteOf: Type.Optional(Id),
    warning: Type.Optional(WarningInput),
    commentPolicy: Type.Optional(CommentPolicy),
    quotesAllowed: Type.Optional(Type.Boolean()),
  }),
  output: Shape({ post: PostView }),
  idempotent: true,
});

export const editPost = command({
  access: 'author',
  group: 'publish',
  summary:
    'Edits the text and link of the caller’s own post, and with `alts` the description of each of its files. `editedAt` changes with text or link.',
  input: Input({
    postId: Id,
    text: PostText,
    link: PostLink,
    alts: Type.Optional(Type.Array(AltText, { maxItems: limits.postImages })),
  }),
  output: Shape({ post: PostView }),
});

export const setPostWarning = command({
  access: 'author',
  group: 'publish',
  summary:
    'Hides a post behind a warning, or lifts it (`warning: null`). `label` is for the kind `otra`, which needs one. Admins may mark the posts of others as `sensible`, and lift that again: its author cannot. For admins it requires re-authentication within the last hour.',
  input: Input({ postId: Id, warning: Nullable(WarningInput) }),
  output: Shape({ post: PostView }),
});

export const setPostControls = command({
  access: 'author',
  group: 'publish',
  summary:
    'Sets who may comment on the caller’s own post, and whether it may be quoted. `followed`: those whom the author follows or mentions in it. Comments and quotes that exist stay.',
  input: Input({ postId: Id, commentPolicy: CommentPolicy, quotesAllowed: Type.Boolean() }),
  output: Shape({ post: PostView }),
});

export const getSavedPosts = query({
  access: 'user',
  group: 'read',
  summary: 'The caller’s saved posts, newest save first. `total` counts all of them, 2000 at most.',
  input: Input({ cursor: Type.Optional(Cursor) }),
  output: Shape({
    items: Type.Array(PostView),
    cursor: Nullable(Type.String()),
    total: Type.Integer({ minimum: 0 }),
  }),
});

export const deletePost = command({
  access: 'author',
  group: 'delete',
  summary: 'Deletes the caller’s own post with everything attached to it.',
  input: Input({ postId: Id }),
  output: NoOutput,
});
