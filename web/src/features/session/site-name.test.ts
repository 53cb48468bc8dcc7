// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';

import { sampleConfig } from './sample-config.ts';

test("until the session has loaded, the site's name is the title of the page as it was served", async () => {
  const titleBefore = document.title;
  document.title = 'La Popular';
  vi.resetModules();
  const { siteNameOf } = await import('./site-name.ts');
  document.title = 'Buscar · La Popular';
  expect(siteNameOf({ config: null })).toBe('La Popular');
  expect(siteNameOf({ config: sampleConfig() })).toBe('Tablón');
  document.title = titleBefore;
});
