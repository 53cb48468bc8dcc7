// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { returnPath } from '../../contract/src/rules/return-path.ts';
import { screens } from './routes.tsx';

const examples: Record<string, string> = { ':handle': 'lu.canalla', ':tag': 'a%C3%B1o', ':slug': 'boca' };

const paths = screens
  .filter(({ access }) => access === 'member' || access === 'admin')
  .map(({ path }) => path.replace(/:\w+/, (name) => examples[name] ?? '0192-a'));

it.each(paths)('a sign-in on the way to the screen %s leads there', (path) => {
  expect(returnPath(path)).toBe(path);
});
