import { command } from './define.ts';
import { Id, Input, Reactions } from './shapes.ts';

const input = Input({ postId: Id });

export const likePost = command({
  who: 'user',
  summary: 'Likes a post. Twice changes nothing more.',
  input,
  output: Reactions,
});

export const unlikePost = command({
  who: 'user',
  summary: 'Takes the like back. Twice changes nothing more.',
  input,
  output: Reactions,
});
