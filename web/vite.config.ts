import { join } from 'node:path';

import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { compressFiles, placeBoot, preloadFonts } from './build-plugins.ts';
import { buildWorker } from './build-worker.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

const daily = /\/(?:PostPage|ProfilePage|NotificationDropdown|ComposerExtras|FeedAds)-/;

// The compiler's memoisation of what is rarely drawn again weighs more, before the first post, than drawing it.
const rarelyDrawn =
  /\/src\/(?:(?:App|Frame)\.tsx|features\/(?:shell|session)\/[A-Z]|ui\/(?:overlays\/[A-Z]|\w+State\.|ErrorBoundary|PageLoading))/;
const isCompiled = (path: string) => !path.includes('/node_modules/') && !rarelyDrawn.test(path);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset({ sources: isCompiled })] }),
    preloadFonts(),
    placeBoot(),
    buildWorker(),
    compressFiles(),
  ],
  resolve: {
    alias: [
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: join(import.meta.dirname, 'src/ui/lucide-icon.ts'),
      },
      // What it stands in for has long been part of React.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // What a program needs besides is fetched along with it where people wait for it every day. For the rest the
      // names alone would weigh more, before the first post, than the round trip that they save.
      resolveDependencies: (program, needed) =>
        daily.test(program) ? needed : needed.filter((name) => name.endsWith('.css')),
    },
    // The pictures of the action row are wanted with the first post; everything else is a file of its own.
    assetsInlineLimit: (path) => /\/features\/posts\/actions\/icons\//.test(path),
    rolldownOptions: {
      // React's compiler takes most of a build. To be told at every first start helps nobody.
      checks: { bundlerTimings: false },
      output: {
        // Sixty names stand in the first program: two letters less of each are noticed.
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            // All that the first post needs in one file, also what later screens share: fewer requests.
            { name: 'tablon', tags: ['$initial'], priority: 2 },
            // What a post shows besides its text comes at one go, also where a part of it serves another screen.
            {
              name: 'parts',
              test: /\/features\/posts\/parts\/(?:PostParts|LinkCard|QuotedCard)\.tsx$/,
              priority: 1,
            },
            { name: 'entry', test: /\/pages\/(?:LoginPage|SignUpPage)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/media': server, '/manifest.webmanifest': server } },
});
