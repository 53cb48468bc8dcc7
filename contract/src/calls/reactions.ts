import { Type } from 'typebox';

import { command } from './define.ts';
import { Id, Input, Poll, Reactions, Shape } from './shapes.ts';

const input = Input({ postId: Id });

export const likePost = command({
  who: 'user',
  group: 'react',
  summary: 'Likes a post. Twice changes nothing more.',
  input,
  output: Reactions,
});

export const unlikePost = command({
  who: 'user',
  group: 'react',
  summary: 'Takes the like back. Twice changes nothing more.',
  input,
  output: Reactions,
});

export const repostPost = command({
  who: 'user',
  group: 'react',
  summary: 'Reposts a post: it comes to one’s followers. Twice changes nothing more.',
  input,
  output: Reactions,
});

export const unrepostPost = command({
  who: 'user',
  group: 'react',
  summary: 'Takes the repost back. Twice changes nothing more.',
  input,
  output: Reactions,
});

export const savePost = command({
  who: 'user',
  group: 'react',
  summary: 'Saves a post. Twice changes nothing more.',
  input,
  output: Reactions,
});

export const unsavePost = command({
  who: 'user',
  group: 'react',
  summary: 'Takes a post out of the saved ones. Twice changes nothing more.',
  input,
  output: Reactions,
});

export const votePoll = command({
  who: 'user',
  group: 'react',
  summary: 'Votes in a poll, once.',
  // Wider than the keys of the options: what is no option of the poll is answered as such.
  input: Input({ postId: Id, optionId: Type.String({ maxLength: 20 }) }),
  output: Shape({ poll: Poll }),
});
