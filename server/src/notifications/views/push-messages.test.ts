import { expect, it } from 'vitest';

import { pushPayload } from './push-messages.ts';

/** Push services accept 4,096 bytes (RFC 8030), and the encryption adds about a hundred. */
const bytesMax = 3_900;

function covered(postId: string): Parameters<typeof pushPayload>[1][number] {
  const text = 'Tablón le puso una advertencia a tu publicación';
  const item = {
    id: `notice ${postId}`,
    type: 'other' as const,
    actorId: null,
    actorName: null,
    actorHandle: null,
    actorAvatar: null,
    text,
    postId,
    link: null,
    textSnippet: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    read: false,
  };
  return { event: null, item };
}

it('warnings on sixty posts are told in one line, which a push service accepts', () => {
  const posts = Array.from({ length: 60 }, (_, i) => `post ${i}`);
  const payload = pushPayload('Tablón', posts.map(covered), 60);
  expect(payload.body).toBe('Tablón le puso una advertencia a tu publicación');
  expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(bytesMax);
});
