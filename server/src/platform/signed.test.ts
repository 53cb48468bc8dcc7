import { expect, it } from 'vitest';

import { Signer } from './signed.ts';

const signer = new Signer('secret');

it('opens what it signed for the same use', () => {
  expect(signer.open('cursor feed', signer.sign('cursor feed', '20:id.x'))).toBe('20:id.x');
});

it.each([
  ['another use', signer.sign('session', 'v'), 'cursor'],
  ['another secret', new Signer('other').sign('cursor', 'v'), 'cursor'],
  ['a changed value', signer.sign('cursor', 'v').replace('v', 'w'), 'cursor'],
  ['a cut signature', signer.sign('cursor', 'v').slice(0, -1), 'cursor'],
  ['no signature', 'v', 'cursor'],
  ['nothing', '', 'cursor'],
])('does not open %s', (_, signed, use) => {
  expect(signer.open(use, signed)).toBeNull();
});
