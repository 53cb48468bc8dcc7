// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { sampleProfile } from '../../api/sample-profile.ts';
import { showPending } from '../posts/lists/show-pending.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

test('a post on its way is unsaved until it is published or has failed', () => {
  expect(hasUnsavedInput()).toBe(false);
  const end = showPending(sampleProfile('ana'), 'siguiendo', { text: 'En camino' });
  expect(hasUnsavedInput()).toBe(true);
  end();
  expect(hasUnsavedInput()).toBe(false);
});
