import { describe, expect, test } from 'vitest';

import { activity, moments } from './calendar.ts';
import { createRandom } from './random.ts';

// Buenos Aires, UTC-3: a Saturday and a Thursday.
const saturday = (hour: number) => Date.UTC(2026, 10, 14, hour + 3);
const thursday = (hour: number) => Date.UTC(2026, 10, 12, hour + 3);

describe('the calendar of the example community', () => {
  test('is busiest during matches and quiet at night', () => {
    expect(activity(saturday(19))).toBeGreaterThan(4 * activity(thursday(19)));
    expect(activity(thursday(4))).toBeLessThan(activity(thursday(13)) / 5);
  });

  test('gives the requested number of moments, in order and within the range', () => {
    const times = moments(createRandom(1), saturday(0), saturday(20), 5_000);
    expect(times).toHaveLength(5_000);
    expect(times).toEqual(times.toSorted());
    expect(times.at(0)).toBeGreaterThanOrEqual(saturday(0));
    expect(times.at(-1)).toBeLessThan(saturday(20));
  });

  test('puts most of a Saturday’s moments where its matches are', () => {
    const times = moments(createRandom(1), saturday(0), saturday(24), 10_000);
    const inMatches = times.filter((at) => at >= saturday(14)).length;
    expect(inMatches).toBeGreaterThan(8_000);
  });
});
