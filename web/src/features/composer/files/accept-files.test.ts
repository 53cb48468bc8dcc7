// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';

import { acceptFiles } from './accept-files.ts';

const picture = new File(['gol'], 'gol.png', { type: 'image/png' });
let stop = () => {};
afterEach(() => stop());

/** The names of the files that the form accepts, and whether the text box still pastes the text. */
function paste(types: string[]): { accepted: string[]; pastesText: boolean } {
  const accepted: string[] = [];
  const form = document.createElement('form');
  stop = acceptFiles(form, (files) => accepted.push(...files.map(({ name }) => name)));
  const event = Object.assign(new Event('paste', { cancelable: true }), {
    clipboardData: { files: [picture], types },
  });
  form.dispatchEvent(event);
  return { accepted, pastesText: !event.defaultPrevented };
}

test.each([
  ['a picture', ['Files']],
  ['a picture of a web page', ['text/html', 'Files']],
  ['a file that was copied in the Finder, which also has its name', ['text/plain', 'Files']],
])('%s is attached when it is pasted', (_, types) => {
  expect(paste(types)).toEqual({ accepted: ['gol.png'], pastesText: false });
});

test('cells of a table are pasted as text, not as the picture of them', () => {
  expect(paste(['text/plain', 'text/html', 'Files'])).toEqual({ accepted: [], pastesText: true });
});
