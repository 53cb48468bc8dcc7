import fastJson from 'fast-json-stringify';

import { PostBody, type ViewerState } from '../../../../contract/src/calls/shapes.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { type CachedProfile, isPubliclyReadable } from '../../people/views/profiles.ts';
import type { PostParts } from './hydrate-posts.ts';
import { pollView } from './polls.ts';
import type { CachedPost } from './post-cache.ts';
import { noMarks } from './viewer-states.ts';

// The contract's schema guards against leaks: fields that it does not name are not sent.
const bodyText = fastJson(PostBody as object);

/** JSON (contract shape PostView) with one character per byte (kernel/bytes.ts). */
export function joinPost(
  {
    post,
    author,
    marks,
    isClosed,
    repostedBy,
  }: PostParts & { marks: ViewerState; isClosed: boolean; repostedBy: string | null },
  quoted: string | null,
): string {
  const plain = plainText(post, author);
  if (marks === noMarks && !isClosed && quoted === null && repostedBy === null) return plain;
  const { liked, reposted, saved, vote } = marks;
  const closing = isClosed ? ',"mayComment":false' : '';
  const viewer = `{"liked":${liked},"reposted":${reposted},"saved":${saved},"vote":${vote === null ? null : `"${vote}"`}${closing}}`;
  const body = plain.slice(0, -plainEnd.length);
  return `${body},"quoted":${quoted},"repostedBy":${repostedBy},"viewer":${viewer}}`;
}

const plainEnd = `,"quoted":null,"repostedBy":null,"viewer":${JSON.stringify(noMarks)}}`;

// The text is made once per state of the post and its author. Most list items are exactly it.
export function plainText(post: CachedPost, author: CachedProfile): string {
  if (post.text?.author === author) return post.text.json;
  const { likes, comments, reposts, impressions } = post.counters;
  const { uid, displayName, handle, avatar, club } = author.profile;
  const text = bodyText({
    ...post.fields,
    poll: pollView(post),
    authorId: uid,
    authorName: displayName,
    authorHandle: handle,
    authorAvatar: avatar,
    ...(club !== undefined && { authorClub: club }),
    likesCount: likes,
    commentsCount: comments,
    repostsCount: reposts,
    counts: { likes, comments, reposts, impressions },
    ...(!isPubliclyReadable(author) && { membersOnly: true }),
    ...(author.hidden && { authorSuspended: true }),
  } satisfies PostBody);
  const json = bytesOf(text.slice(0, -1) + plainEnd);
  post.text = { author, json };
  return json;
}
