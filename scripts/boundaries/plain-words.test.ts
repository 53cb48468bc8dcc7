import { describe, expect, test } from 'vitest';

import { notPlain } from './plain-words.ts';
import { sourceFile } from './source-file.ts';

const breaches = (path: string, text: string) => notPlain([sourceFile(path, text)]);

describe('plain words', () => {
  test.each([
    ['server/src/a.ts', '// What is gone stays gone.'],
    ['server/src/a.ts', '/** Signs in. Who has no password never matches. */'],
    ['server/src/a.ts', '/**\n * Whoever asks first\n * is answered first.\n */'],
    ['web/src/a.tsx', '// The list is made anew.'],
    ['server/src/a.ts', "// A look at one's own posts."],
    ['server/src/a.ts', 'const told = await notify();'],
    ['server/src/a.ts', 'type Known = { id: string };'],
    ['server/src/a.ts', 'let counted = 0; const countedLikes = 1;'],
    ['docs/a.md', 'First.\n\nWhat a machine can check is checked.'],
  ])('refuse in %s: %s', (path, text) => {
    expect(breaches(path, text)).toHaveLength(1);
  });

  test.each([
    ['server/src/a.ts', '// Who asks? The viewer.\nconst readers = new Set();'],
    ['server/src/a.ts', "const text = 'https://what.example/';"],
    ['server/src/a.ts', '// Knows what is cached, and who asked.'],
    ['server/src/a.ts', 'const isKnown = true; const knownHosts = 1;'],
    ['docs/a.md', 'What would change it?\n\n```\nWhat a block of code says.\n```'],
  ])('allow in %s: %s', (path, text) => {
    expect(breaches(path, text)).toEqual([]);
  });
});
