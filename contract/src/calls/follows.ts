import { Type } from 'typebox';

import { command } from './define.ts';
import { Id, Input, Shape } from './shapes.ts';

const input = Input({ targetUid: Id });
const output = Shape({ following: Type.Boolean(), followersCount: Type.Integer({ minimum: 0 }) });

export const followUser = command({
  who: 'user',
  summary: 'Follows another user. Twice changes nothing more.',
  input,
  output,
});

export const unfollowUser = command({
  who: 'user',
  summary: 'Stops following. Twice changes nothing more.',
  input,
  output,
});
