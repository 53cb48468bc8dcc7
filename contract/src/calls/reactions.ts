import { Type } from 'typebox';

import { command } from './define.ts';
import { Id, Input, Poll, Reactions, Shape } from './shapes.ts';

const input = Input({ postId: Id });

export const likePost = command({
  access: 'user',
  group: 'react',
  summary: 'Likes a post. Idempotent.',
  input,
  output: Reactions,
});

export const unlikePost = command({
  access: 'user',
  group: 'react',
  summary: 'Removes the like. Idempotent.',
  input,
  output: Reactions,
});

export const repostPost = command({
  access: 'user',
  group: 'react',
  summary: 'Reposts a post to the caller’s followers. Idempotent.',
  input,
  output: Reactions,
});

export const unrepostPost = command({
  access: 'user',
  group: 'react',
  summary: 'Removes the repost. Idempotent.',
  input,
  output: Reactions,
});

export const savePost = command({
  access: 'user',
  group: 'react',
  summary: 'Saves a post. Idempotent.',
  input,
  output: Reactions,
});

export const unsavePost = command({
  access: 'user',
  group: 'react',
  summary: 'Removes a post from the saved ones. Idempotent.',
  input,
  output: Reactions,
});

export const votePoll = command({
  access: 'user',
  group: 'react',
  summary: 'Votes in a poll, once.',
  // Wider than the option keys: the action rejects unknown ones.
  input: Input({ postId: Id, optionId: Type.String({ maxLength: 20 }) }),
  output: Shape({ poll: Poll }),
});
