import { Type } from 'typebox';

import { limits } from '../rules/limits.ts';
import { command, query } from './define.ts';
import { Cursor, Id, Input, Page, Profile, Shape } from './shapes.ts';

const target = Input({ targetUid: Id });
/** How one stands to the other user now. */
const relation = Shape({ blocked: Type.Boolean(), muted: Type.Boolean() });

export const blockUser = command({
  who: 'user',
  group: 'hide',
  summary:
    'Blocks another user: neither sees the other, and the follows between them end. Twice changes nothing more.',
  input: target,
  output: relation,
});

export const unblockUser = command({
  who: 'user',
  group: 'hide',
  summary: 'Ends a block. Twice changes nothing more.',
  input: target,
  output: relation,
});

export const muteUser = command({
  who: 'user',
  group: 'hide',
  summary:
    'Keeps what another user does out of one’s feeds, comments and notifications. Twice changes nothing more.',
  input: target,
  output: relation,
});

export const unmuteUser = command({
  who: 'user',
  group: 'hide',
  summary: 'Ends a mute. Twice changes nothing more.',
  input: target,
  output: relation,
});

const list = Input({ cursor: Type.Optional(Cursor) });

export const getBlockedUsers = query({
  who: 'user',
  group: 'read',
  summary: 'Whom one blocked, the last ones first, twenty a page.',
  input: list,
  output: Page(Profile),
});

export const getMutedUsers = query({
  who: 'user',
  group: 'read',
  summary: 'Whom one muted, the last ones first, twenty a page.',
  input: list,
  output: Page(Profile),
});

const words = Shape({ words: Type.Array(Type.String()) });

export const getMutedWords = query({
  who: 'user',
  group: 'read',
  summary: 'The words and phrases whose posts, comments and notifications one does not see.',
  input: Input({}),
  output: words,
});

export const setMutedWords = command({
  who: 'user',
  group: 'hide',
  summary: 'Sets all muted words and phrases. They are kept in lower case and without accents, each once.',
  // Wider than a word may be in the end: accents are signs of their own in some texts.
  input: Input({ words: Type.Array(Type.String({ maxLength: 400 }), { maxItems: limits.mutedWords }) }),
  output: words,
});
