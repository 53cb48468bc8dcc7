import { Type } from 'typebox';

import { limits } from '../rules/limits.ts';
import { query } from './define.ts';
import { Input, LinkPreview } from './shapes.ts';

export const linkPreview = query({
  access: 'user',
  group: 'linkPreview',
  summary: 'The preview of a web page. Missing fields are null.',
  input: Input({ url: Type.String({ minLength: 1, maxLength: limits.linkLength }) }),
  output: LinkPreview,
});
