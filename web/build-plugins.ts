import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { minify, type Plugin, type Rolldown } from 'vite';

/**
 * Preloads the text font with the page instead of after the style sheet. The title font comes later: on a
 * slow network it would delay the program, and its swap moves nothing.
 */
export function preloadTextFont(): Plugin {
  return {
    name: 'preload-text-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /archivo[^/]*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}

/**
 * Gives boot.js a content-hashed name, so that it can be cached for good, and fills in the names of the
 * chunks that it preloads.
 */
export function placeBoot(): Plugin {
  return {
    name: 'place-boot',
    enforce: 'post',
    // Inserted here, because Vite warns about a classic script in index.html. It must block and precede the
    // style sheet.
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<!-- boot.js -->', '<script src="/src/boot.js"></script>'),
    },
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return this.error('There is no index.html to place boot.js in.');
      const boot = await readFile(join(import.meta.dirname, 'src/boot.js'), 'utf8');
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const source = ['entry', 'parts'].reduce(
        (text, name) =>
          text.replace(`${name}Files = []`, `${name}Files = ${JSON.stringify(filesOf(chunks, name))}`),
        boot,
      );
      const { code } = await minify('boot.js', source);
      const id = this.emitFile({ type: 'asset', name: 'boot.js', source: code });
      page.source = String(page.source).replace('/src/boot.js', `/${this.getFileName(id)}`);
    },
  };
}

function filesOf(chunks: Rolldown.OutputChunk[], name: string): string[] {
  const chunk = chunks.find((chunk) => chunk.name === name);
  if (!chunk) return [];
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`);
}

/** Removes what src/ui/lucide-icon.ts does not read. The keys are random, so they hardly compress. */
export function trimIcons(): Plugin {
  return {
    name: 'trim-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/.*\/icons\/[\w-]+\.mjs$/ },
      handler: (code) =>
        code.replaceAll(/,\s*key: "\w+"|^__iconData\.node;|\bname: "[^"]*",|,\s*aliases: \[[^\]]*\]/gm, ''),
    },
  };
}

/**
 * The style sheet of the public pages: the app's tokens and ground, and styles/reading.css. They run no
 * JavaScript, so the browser's setting chooses the theme.
 */
export function buildReadingStyles(): Plugin {
  return {
    name: 'build-reading-styles',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const read = (name: string) => readFile(join(import.meta.dirname, 'src/styles', name), 'utf8');
      const files = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.woff2'));
      const fonts = (await read('fonts.css')).replaceAll(
        /url\('[^']*\/([\w-]+)\.woff2'\)/g,
        (_url, name: string) => {
          const font = files.find(({ fileName }) => fileName.includes(name));
          return font ? `url('/${font.fileName}')` : this.error(`There is no font ${name}.`);
        },
      );
      const tokens = (await read('tokens.css')).replace(
        /\[data-theme='dia'\] (\{[^}]*\})/,
        '@media (prefers-color-scheme: light) { :root $1 }',
      );
      const sheet = [fonts, tokens, await read('global.css'), await read('reading.css')].join('\n');
      this.emitFile({ type: 'asset', name: 'lectura.css', source: withoutSpace(sheet) });
    },
  };
}

function withoutSpace(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1');
}

/** Writes a .br and a .gz beside every text file, so that the server never compresses on request. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      const texts = files.filter((file) => /\.(?:js|css|svg)$/.test(file));
      await Promise.all(texts.map((file) => compressFile(join(dir, file))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
