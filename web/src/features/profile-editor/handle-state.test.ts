import { expect, test } from 'vitest';

import { handleStateOf } from './handle-state.ts';

const stateOf = (facts: Partial<Parameters<typeof handleStateOf>[0]>) =>
  handleStateOf({
    handle: 'nuevo',
    own: 'propio',
    isTouched: true,
    debouncedHandle: 'nuevo',
    available: undefined,
    ...facts,
  });

test('the user’s own handle has no state until the field is touched, then it is available', () => {
  expect(stateOf({ handle: 'propio', isTouched: false })).toBe('idle');
  expect(stateOf({ handle: 'propio' })).toBe('available');
});

test('an empty handle is allowed', () => {
  expect(stateOf({ handle: '' })).toBe('idle');
});

test('is invalid under 3 and over 20 characters', () => {
  expect(stateOf({ handle: 'ab' })).toBe('invalid');
  expect(stateOf({ handle: 'a'.repeat(21) })).toBe('invalid');
});

test('is being checked until the typing pauses and the answer for that very text is there', () => {
  expect(stateOf({})).toBe('checking');
  expect(stateOf({ debouncedHandle: 'nuev', available: true })).toBe('checking');
  expect(stateOf({ available: true })).toBe('available');
  expect(stateOf({ available: false })).toBe('taken');
});

test('after a failed check saving decides', () => {
  expect(stateOf({ available: null })).toBe('unknown');
});
