import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Look } from './document.ts';

export async function readLook(pageFolder: string | null): Promise<Look> {
  const names = pageFolder === null ? [] : await readdir(join(pageFolder, 'assets'));
  const styles = names.find((name) => /^lectura-[\w-]+\.css$/.test(name));
  const fonts = names.filter((name) => name.endsWith('.woff2'));
  return { styles: styles ? `/assets/${styles}` : null, fonts: fonts.map((name) => `/assets/${name}`) };
}
