import { expect, it } from 'vitest';

import { adErrors } from '../../../../../contract/src/rules/ads.ts';
import { emptyDraft, fieldsOf, inputOf } from './ad-draft.ts';

const none = new Set<string>();
const now = new Date('2026-11-21T15:00:00.000Z');

it('sends the times of Buenos Aires, and numbers', () => {
  const draft = {
    ...emptyDraft,
    linkUrl: 'ole.com.ar',
    startAt: '2026-11-22T20:00',
    endAt: '2026-11-23T20:00',
  };
  const fields = fieldsOf(draft, true, none);
  expect(adErrors(fields, now)).toEqual({});
  expect(inputOf(fields, 'ads/x/1.jpg')).toEqual({
    title: '',
    text: '',
    linkUrl: 'ole.com.ar',
    site: '',
    startAt: '2026-11-22T23:00:00.000Z',
    endAt: '2026-11-23T23:00:00.000Z',
    capPerUserPerDay: 3,
    frequency: 6,
    media: { key: 'ads/x/1.jpg' },
  });
});

it('begins now and never ends when no time is typed', () => {
  const input = inputOf(fieldsOf({ ...emptyDraft, linkUrl: 'ole.com.ar' }, true, none), 'k');
  expect([input.startAt, input.endAt]).toEqual([null, null]);
});

it.each([
  [{ capPerUserPerDay: '' }, none, ['capPerUserPerDay']],
  [{ frequency: '1' }, none, ['frequency']],
  [{ endAt: '2026-11-21T11:59' }, none, ['endAt']],
  [{}, new Set(['startAt', 'endAt']), ['startAt', 'endAt']],
])('finds what is wrong with %j', (change, unfinished, wrong) => {
  const fields = fieldsOf({ ...emptyDraft, linkUrl: 'ole.com.ar', ...change }, true, unfinished);
  expect(Object.keys(adErrors(fields, now))).toEqual(wrong);
});
