import type { PostView } from '../../../contract/src/calls/shapes.ts';

export function samplePost(id: string, fields: Partial<PostView> = {}): PostView {
  return {
    id,
    ownerUid: 'lucia',
    authorId: 'lucia',
    authorName: 'Lucía Gómez',
    authorHandle: 'lu.canalla',
    authorAvatar: null,
    text: 'Gol en el descuento.',
    link: null,
    linkPreview: null,
    media: null,
    poll: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    editedAt: null,
    likesCount: 0,
    commentsCount: 0,
    repostsCount: 0,
    counts: { likes: 0, comments: 0, reposts: 0, impressions: 0 },
    visibility: 'public',
    quoteOf: null,
    quoted: null,
    repostedBy: null,
    viewer: { liked: false, reposted: false, saved: false, vote: null },
    ...fields,
  };
}
