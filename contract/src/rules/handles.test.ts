import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { displayHandle, generateHandle, isValidHandle, normaliseHandle } from './handles.ts';

describe('normaliseHandle', () => {
  it.each([
    ['@Juan Pérez!', 'juanprez'],
    ['  @@La.12_ok-  ', 'la.12_ok-'],
    ['ÑANDÚ', 'and'],
    ['', ''],
  ])('makes %j canonical', (typed, handle) => {
    expect(normaliseHandle(typed)).toBe(handle);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => normaliseHandle(normaliseHandle(typed)) === normaliseHandle(typed)),
    );
  });
});

describe('isValidHandle', () => {
  it.each([
    ['', true],
    ['ab', false],
    ['abc', true],
    ['a'.repeat(20), true],
    ['a'.repeat(21), false],
  ])('%j: %s', (handle, valid) => {
    expect(isValidHandle(handle)).toBe(valid);
  });
});

describe('generateHandle', () => {
  it('strips accents to their letters and adds three digits', () => {
    expect(generateHandle('Ñandú Pérez', () => 0.0421)).toBe('nanduperez042');
  });

  it('falls back to hincha for a name without letters or digits', () => {
    expect(generateHandle('¡⚽️!', () => 0.999)).toBe('hincha999');
  });

  it('always gives a handle that may be saved', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40 }),
        fc.float({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (name, random) => {
          const handle = generateHandle(name, () => random);
          return (
            /^[a-z0-9]{1,17}\d{3}$/.test(handle) &&
            isValidHandle(handle) &&
            normaliseHandle(handle) === handle
          );
        },
      ),
    );
  });
});

it('shows exactly one @, and nothing without a handle', () => {
  expect(displayHandle('juan')).toBe('@juan');
  expect(displayHandle('@juan')).toBe('@juan');
  expect(displayHandle('')).toBe('');
});
