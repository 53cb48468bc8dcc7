import { Type } from 'typebox';

import { limits } from '../rules/limits.ts';
import { command, query } from './define.ts';
import { Cursor, Id, Input, Page, Profile, Shape } from './shapes.ts';

const target = Input({ targetUid: Id });
const relation = Shape({ blocked: Type.Boolean(), muted: Type.Boolean() });

export const blockUser = command({
  access: 'user',
  group: 'hide',
  summary: 'Blocks a user: neither sees the other, and the follows between them end. Idempotent.',
  input: target,
  output: relation,
});

export const unblockUser = command({
  access: 'user',
  group: 'hide',
  summary: 'Ends a block. Idempotent.',
  input: target,
  output: relation,
});

export const muteUser = command({
  access: 'user',
  group: 'hide',
  summary: 'Hides a user’s activity from the caller’s feeds, comments and notifications. Idempotent.',
  input: target,
  output: relation,
});

export const unmuteUser = command({
  access: 'user',
  group: 'hide',
  summary: 'Ends a mute. Idempotent.',
  input: target,
  output: relation,
});

const list = Input({ cursor: Type.Optional(Cursor) });

export const getBlockedUsers = query({
  access: 'user',
  group: 'read',
  summary: 'The users blocked by the caller, newest first, twenty per page.',
  input: list,
  output: Page(Profile),
});

export const getMutedUsers = query({
  access: 'user',
  group: 'read',
  summary: 'The users muted by the caller, newest first, twenty per page.',
  input: list,
  output: Page(Profile),
});

const words = Shape({ words: Type.Array(Type.String()) });

export const getMutedWords = query({
  access: 'user',
  group: 'read',
  summary: 'The caller’s muted words: posts, comments and notifications containing them are hidden.',
  input: Input({}),
  output: words,
});

export const setMutedWords = command({
  access: 'user',
  group: 'hide',
  summary:
    'Replaces the muted words and phrases. They are stored in lower case, without accents and without duplicates.',
  // Wider than the rule: in decomposed text accents count as characters.
  input: Input({ words: Type.Array(Type.String({ maxLength: 400 }), { maxItems: limits.mutedWords }) }),
  output: words,
});
