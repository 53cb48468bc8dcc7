import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { rolldown } from 'rolldown';
import type { Plugin, Rolldown } from 'vite';

/** Chunks that the shell needs offline and index.html does not name. */
const shellChunks = new Set(['parts', 'SideMenu', 'BottomBar', 'WriteSheet', 'background-work', 'push-work']);

const publicShellFiles = ['/favicon.svg', '/logo.svg', '/icons/icon-192.png', '/icons/badge-96.png'];

export function buildWorker(): Plugin {
  return {
    name: 'build-worker',
    apply: 'build',
    enforce: 'post',
    // Runs after the plug-in that names boot.js.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return this.error('There is no index.html to keep.');
        const html = String(page.source);
        const files = shellFiles(html, bundle);
        const version = createHash('sha256').update(html).update(files.join()).digest('hex').slice(0, 12);
        const source = await bundleWorker(files, version);
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
      },
    },
  };
}

function shellFiles(html: string, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set(publicShellFiles);
  for (const [file = ''] of html.matchAll(/\/assets\/[\w.-]+/g)) files.add(file);
  const add = (chunk: Rolldown.OutputChunk) => {
    files.add(`/${chunk.fileName}`);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
    for (const asset of chunk.viteMetadata?.importedAssets ?? []) files.add(`/${asset}`);
    for (const name of chunk.imports) {
      const chunk = bundle[name];
      if (chunk?.type === 'chunk' && !files.has(`/${name}`)) add(chunk);
    }
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && (chunk.isEntry || shellChunks.has(chunk.name))) add(chunk);
  }
  return [...files].toSorted();
}

async function bundleWorker(files: string[], version: string): Promise<string> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'src/service-worker.ts'),
    transform: { define: { SHELL_FILES: JSON.stringify(files), SHELL_VERSION: JSON.stringify(version) } },
  });
  const { output } = await build.generate({ format: 'iife', minify: true });
  await build.close();
  return output[0].code;
}
