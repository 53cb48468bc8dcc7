import { expect, test } from 'vitest';

import { queryAddress } from './client.ts';

test('the address of a query leaves out what is not given and escapes the rest', () => {
  expect(queryAddress('getSession', {})).toBe('/api/getSession');
  expect(queryAddress('getFeed', { tab: 'siguiendo', cursor: undefined })).toBe('/api/getFeed?tab=siguiendo');
  expect(queryAddress('getFeed', { tab: 'paraVos', cursor: 'a+b/c=' })).toBe(
    '/api/getFeed?tab=paraVos&cursor=a%2Bb%2Fc%3D',
  );
});
