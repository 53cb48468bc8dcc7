import { expect, test } from 'vitest';

import { samplePost } from '../../../api/sample-post.ts';
import { canSave, changedAlts, isEdited, isLinkWrong, startEdit } from './edit-rules.ts';

const post = samplePost('a', { text: 'Gol', link: 'https://ole.com.ar/' });
const media = { url: '/media/x', type: 'image', width: 1, height: 1, color: null } as const;
const edit = (text: string, link: string, alts: string[] = []) => ({ text, link, alts });

test('an editor that was just opened has nothing to save', () => {
  expect(startEdit(post)).toEqual(edit('Gol', 'https://ole.com.ar/'));
  expect(startEdit(samplePost('b'))).toMatchObject({ link: '' });
  expect(isEdited(post, startEdit(post))).toBe(false);
  expect(isEdited(post, edit(' Gol\n', ' https://ole.com.ar/ '))).toBe(false);
  expect(isEdited(post, edit('Golazo', 'https://ole.com.ar/'))).toBe(true);
  expect(isEdited(post, edit('Gol', ''))).toBe(true);
});

test('the descriptions of all files are sent when one has changed', () => {
  const two = samplePost('c', { text: 'Gol', media, attachments: [media, { ...media, alt: 'El arco' }] });
  expect(startEdit(two).alts).toEqual(['', 'El arco']);
  expect(changedAlts(two, edit('Gol', '', ['', ' El arco ']))).toBeNull();
  expect(changedAlts(two, edit('Gol', '', [' La red ', 'El arco']))).toEqual(['La red', 'El arco']);
  expect(changedAlts(two, edit('Gol', '', [' ', '']))).toEqual([null, null]);
  expect(isEdited(two, edit('Gol', '', ['', '']))).toBe(true);
  expect(startEdit(samplePost('d', { media })).alts).toEqual(['']);
});

test('a post may not become empty, unless a file, a poll or a quote remains', () => {
  const blank = edit(' \n ', ' ');
  expect(canSave(post, blank)).toBe(false);
  expect(canSave(post, edit('', 'ole.com.ar'))).toBe(true);
  expect(canSave({ ...post, media }, blank)).toBe(true);
  expect(canSave({ ...post, quoteOf: 'b' }, blank)).toBe(true);
});

test('the text has its limit and a link has to be one', () => {
  expect(canSave(post, edit('⚽'.repeat(2000), ''))).toBe(true);
  expect(canSave(post, edit('x'.repeat(2001), ''))).toBe(false);
  expect(isLinkWrong(edit('', 'javascript:alert(1)'))).toBe(true);
  expect(canSave(post, edit('Gol', 'javascript:alert(1)'))).toBe(false);
  expect(isLinkWrong(edit('', 'ole.com.ar'))).toBe(false);
});
