import { expect, test } from 'vitest';

import { nextTab } from './next-tab.ts';

const ids = ['siguiendo', 'paraVos', 'otra'] as const;

test('arrows wrap around the tabs, Home and End go to the first and the last', () => {
  expect(nextTab(ids, 'siguiendo', 'ArrowRight')).toBe('paraVos');
  expect(nextTab(ids, 'otra', 'ArrowRight')).toBe('siguiendo');
  expect(nextTab(ids, 'siguiendo', 'ArrowLeft')).toBe('otra');
  expect(nextTab(ids, 'otra', 'Home')).toBe('siguiendo');
  expect(nextTab(ids, 'siguiendo', 'End')).toBe('otra');
});

test('other keys move nothing', () => {
  expect(nextTab(ids, 'siguiendo', 'ArrowDown')).toBeNull();
  expect(nextTab(ids, 'siguiendo', 'Tab')).toBeNull();
});
