// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { sampleConfig } from '../../session/sample-config.ts';
import { session } from '../../session/session-store.ts';
import { postAddress } from './copy-link.ts';

test('a link names the address of the site that people use, not that of this page', () => {
  const nobody = { status: 'signed-out', user: null, isAdmin: false } as const;
  session.write({ ...nobody, config: null });
  expect(postAddress('abc')).toBe(`${location.origin}/p/abc`);
  session.write({ ...nobody, config: sampleConfig() });
  expect(postAddress('abc')).toBe('https://tablon.example/p/abc');
  expect(postAddress('abc', 'def')).toBe('https://tablon.example/p/abc?comentario=def');
});
