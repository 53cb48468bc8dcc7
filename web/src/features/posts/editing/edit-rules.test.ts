import { expect, test } from 'vitest';

import { samplePost } from '../../../api/sample-post.ts';
import { canSave, isEdited, isLinkWrong, startEdit } from './edit-rules.ts';

const post = samplePost('a', { text: 'Gol', link: 'https://ole.com.ar/' });

test('an editor that was just opened has nothing to save', () => {
  expect(startEdit(post)).toEqual({ text: 'Gol', link: 'https://ole.com.ar/' });
  expect(startEdit(samplePost('b'))).toMatchObject({ link: '' });
  expect(isEdited(post, startEdit(post))).toBe(false);
  expect(isEdited(post, { text: ' Gol\n', link: ' https://ole.com.ar/ ' })).toBe(false);
  expect(isEdited(post, { text: 'Golazo', link: 'https://ole.com.ar/' })).toBe(true);
  expect(isEdited(post, { text: 'Gol', link: '' })).toBe(true);
});

test('a post may not become empty, unless a file, a poll or a quote remains', () => {
  const emptied = { text: ' \n ', link: ' ' };
  expect(canSave(post, emptied)).toBe(false);
  expect(canSave(post, { text: '', link: 'ole.com.ar' })).toBe(true);
  const media = { url: '/media/x', type: 'image', width: 1, height: 1, color: null } as const;
  expect(canSave({ ...post, media }, emptied)).toBe(true);
  expect(canSave({ ...post, quoteOf: 'b' }, emptied)).toBe(true);
});

test('the text has its limit and a link has to be one', () => {
  expect(canSave(post, { text: '⚽'.repeat(2000), link: '' })).toBe(true);
  expect(canSave(post, { text: 'x'.repeat(2001), link: '' })).toBe(false);
  expect(isLinkWrong({ text: '', link: 'javascript:alert(1)' })).toBe(true);
  expect(canSave(post, { text: 'Gol', link: 'javascript:alert(1)' })).toBe(false);
  expect(isLinkWrong({ text: '', link: 'ole.com.ar' })).toBe(false);
});
