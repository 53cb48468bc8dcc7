import { expect, it } from 'vitest';

import { calls } from './all.ts';

type Schema = { type?: string; additionalProperties?: unknown; patternProperties?: unknown };

/** The paths of objects below `part` that may hold fields which the schema does not name. */
function openObjects(part: unknown, path: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, additionalProperties, patternProperties } = part as Schema;
  const isOpen = type === 'object' && (additionalProperties !== false || patternProperties !== undefined);
  const inside = Object.entries(part).flatMap(([name, value]) => openObjects(value, `${path}.${name}`));
  return isOpen ? [path, ...inside] : inside;
}

// The server parses JSON as it is: a field called `__proto__` must be refused wherever it stands.
it('no body of a command has an object with fields that its schema does not name', () => {
  const commands = Object.entries(calls).filter(([, { kind }]) => kind === 'command');
  expect(commands.flatMap(([name, { input }]) => openObjects(input, name))).toEqual([]);
});
