import { Type } from 'typebox';

import { upload } from './define.ts';
import { Input, Nullable, Shape } from './shapes.ts';

export const uploadMedia = upload({
  access: 'user',
  group: 'upload',
  summary:
    'Uploads a file, sent as the body. Pass `key` to publishPost, updateProfile or adminCreateAd within a day; unused files are deleted.',
  input: Input({
    purpose: Type.Union([Type.Literal('post'), Type.Literal('avatar'), Type.Literal('ad')]),
  }),
  output: Shape({
    key: Type.String(),
    url: Type.String(),
    type: Type.Union([Type.Literal('image'), Type.Literal('video')]),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    color: Nullable(Type.String()),
  }),
});
