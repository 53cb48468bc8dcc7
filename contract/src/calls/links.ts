import { Type } from 'typebox';

import { limits } from '../rules/limits.ts';
import { query } from './define.ts';
import { Input, LinkPreview } from './shapes.ts';

export const linkPreview = query({
  who: 'user',
  group: 'linkPreview',
  summary: 'What a page says of itself. What cannot be had is null.',
  input: Input({ url: Type.String({ minLength: 1, maxLength: limits.linkLength }) }),
  output: LinkPreview,
});
