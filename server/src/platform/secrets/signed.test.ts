import { expect, it } from 'vitest';

import { Signer } from './signed.ts';

const signer = new Signer('secret');

it('a signed value opens for the same use', () => {
  expect(signer.open('cursor feed', signer.sign('cursor feed', '20:id.x'))).toBe('20:id.x');
});

it.each([
  ['another use', signer.sign('session', 'v'), 'cursor'],
  ['another secret', new Signer('other').sign('cursor', 'v'), 'cursor'],
  ['a changed value', signer.sign('cursor', 'v').replace('v', 'w'), 'cursor'],
  ['a cut signature', signer.sign('cursor', 'v').slice(0, -1), 'cursor'],
  ['no signature', 'v', 'cursor'],
  ['nothing', '', 'cursor'],
])('the signer does not open %s', (_, token, use) => {
  expect(signer.open(use, token)).toBeNull();
});

it('a sealed value is unreadable, and different each time', () => {
  const tokens = new Set(Array.from({ length: 100 }, () => signer.seal('cursor', 'ana@correo.example')));
  expect(tokens.size).toBe(100);
  for (const token of tokens) {
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('correo');
    expect(signer.unseal('cursor', token)).toBe('ana@correo.example');
  }
});

it('a sealed value does not open for another use, nor when changed', () => {
  const token = signer.seal('cursor', 'ñandú');
  const invalidTokens = [
    new Signer('other').seal('cursor', 'v'),
    signer.seal('session', 'v'),
    token.slice(1),
    '',
  ];
  invalidTokens.push(
    token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    signer.sign('cursor', 'v'),
  );
  for (const invalid of invalidTokens) expect(signer.unseal('cursor', invalid)).toBeNull();
});
