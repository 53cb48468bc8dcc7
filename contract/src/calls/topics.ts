import { Type } from 'typebox';

import { limits } from '../rules/limits.ts';
import { command, query } from './define.ts';
import { Count, Cursor, Input, Nullable, PostView, Shape } from './shapes.ts';

// Wider than a topic: an invalid one is simply not found.
const TopicText = Type.String({ minLength: 1, maxLength: 2 * limits.topic });

export const getTag = query({
  access: 'user',
  group: 'read',
  feature: 'temas',
  summary:
    'Ten posts with a topic, newest first, however it is written (`#Clásico` and `#clasico` are one), and how many posts by how many people had it in the last seven days. A topic that nobody used is empty.',
  input: Input({ tag: TopicText, cursor: Type.Optional(Cursor) }),
  output: Shape({
    /** The key that all spellings share. */
    tag: Type.String(),
    display: Type.String(),
    posts7d: Count,
    people7d: Count,
    /** Only for admins: left out of completion and trends. */
    hidden: Type.Optional(Type.Literal(true)),
    items: Type.Array(PostView),
    cursor: Nullable(Type.String()),
  }),
});

export const suggestTags = query({
  access: 'user',
  group: 'read',
  feature: 'temas',
  summary:
    'Up to five topics that begin with `q`, used in the last 30 days, most people first. The answer for a prefix may be a minute old.',
  input: Input({ q: Type.String({ minLength: limits.topicSuggestMin, maxLength: limits.topic }) }),
  output: Shape({
    items: Type.Array(Shape({ tag: Type.String(), display: Type.String(), people7d: Count })),
  }),
});

export const adminSetTag = command({
  access: 'admin',
  group: 'moderate',
  feature: 'temas',
  summary:
    'Hides a topic from completion and trends, shows it again, or changes its display to another spelling. Its posts stay. Idempotent.',
  input: Input({
    tag: TopicText,
    display: Type.Optional(TopicText),
    hidden: Type.Optional(Type.Boolean()),
  }),
  output: Shape({ topic: Shape({ tag: Type.String(), display: Type.String(), hidden: Type.Boolean() }) }),
});
