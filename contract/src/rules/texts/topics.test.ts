import { expect, it } from 'vitest';

import { topicDisplay } from './topics.ts';

it.each([
  [null, 'boca', 'boca'],
  ['boca', 'Boca', 'boca'],
  ['riverplate', 'RiverPlate', 'RiverPlate'],
  ['Riverplate', 'RIVERPLATE', 'RIVERPLATE'],
  ['RiverPlate', 'RIVERPLATE', 'RiverPlate'],
  ['RiverPlate', 'riverplate', 'RiverPlate'],
])('a topic shown as %s and then written as %s is shown as %s', (shown, spelling, display) => {
  expect(topicDisplay(shown, spelling)).toBe(display);
});
