// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import { session } from './session-store.ts';
import { useFeature } from './use-session.ts';

const operator = { name: '', email: '', address: '' };
const config = {
  siteName: 'Tablón',
  pushPublicKey: null,
  googleSignIn: false,
  features: ['temas'],
  operator,
};
const isOn = (feature: Parameters<typeof useFeature>[0]) =>
  renderHook(() => useFeature(feature)).result.current;

test('a part is on when the site says so, and off until then', () => {
  expect(isOn('temas')).toBe(false);
  session.write({ status: 'signed-out', user: null, isAdmin: false, config });
  expect([isOn('temas'), isOn('cuadros')]).toEqual([true, false]);
});
