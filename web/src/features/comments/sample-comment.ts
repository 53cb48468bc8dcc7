import type { Comment } from '../../../../contract/src/calls/shapes.ts';

export function sampleComment(id: string, fields: Partial<Comment> = {}): Comment {
  return {
    id,
    postId: 'p',
    authorId: 'lucia',
    uid: 'lucia',
    displayName: 'Lucía',
    handle: 'lucia',
    avatar: null,
    text: id,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
    ...fields,
  };
}
