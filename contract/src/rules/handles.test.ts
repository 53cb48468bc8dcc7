import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { displayHandle, exactHandle, generateHandle, isValidHandle, normaliseHandle } from './handles.ts';

describe('normaliseHandle', () => {
  it.each([
    ['@Juan Pérez!', 'juanprez'],
    ['  @@La.12_ok-  ', 'la.12_ok-'],
    ['ÑANDÚ', 'and'],
    ['', ''],
  ])('the canonical form of the handle %j is %j', (input, handle) => {
    expect(normaliseHandle(input)).toBe(handle);
  });

  it('normaliseHandle is idempotent', () => {
    fc.assert(
      fc.property(fc.string(), (input) => normaliseHandle(normaliseHandle(input)) === normaliseHandle(input)),
    );
  });
});

it.each([
  ['@Juan.10', 'juan.10'],
  [' la_12 ', 'la_12'],
  ['@josé', null],
  ['a na', null],
  ['@@juan', null],
  ['@', null],
])('the handle that %j is: %j', (input, handle) => {
  expect(exactHandle(input)).toBe(handle);
});

describe('isValidHandle', () => {
  it.each([
    ['', true],
    ['ab', false],
    ['abc', true],
    ['a'.repeat(20), true],
    ['a'.repeat(21), false],
  ])('the handle %j is valid: %s', (handle, valid) => {
    expect(isValidHandle(handle)).toBe(valid);
  });
});

describe('generateHandle', () => {
  it('generateHandle strips accents and adds three digits', () => {
    expect(generateHandle('Ñandú Pérez', () => 0.0421)).toBe('nanduperez042');
  });

  it('generateHandle falls back to hincha for a name without letters or digits', () => {
    expect(generateHandle('¡⚽️!', () => 0.999)).toBe('hincha999');
  });

  it('generateHandle always returns a valid handle', () => {
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

it('displayHandle shows exactly one @, and nothing without a handle', () => {
  expect(displayHandle('juan')).toBe('@juan');
  expect(displayHandle('@juan')).toBe('@juan');
  expect(displayHandle('')).toBe('');
});
