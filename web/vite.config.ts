import { join } from 'node:path';

import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { buildReadingStyles, compressFiles, placeBoot, preloadTextFont, trimIcons } from './build-plugins.ts';
import { buildWorker } from './build-worker.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

const daily = /\/(?:PostPage|ProfilePage|NotificationDropdown|ComposerExtras|FeedAds)-/;

// The compiler's memoisation of small or rarely rendered components costs 4 KB gz before the first post, more
// than rendering them. Cards and their parts, of which a list has many, are compiled.
const uncompiledFiles = [
  /\/src\/(?:App|Frame|pages\/FeedPage)\.tsx$/,
  /\/ui\/(?:[A-Z]\w+|overlays\/.+)\.tsx?$/,
  /\/ui\/(?:forms\/GrowingTextBox|browser\/use-(?:address-tab|escaped-search))\.tsx?$/,
  /\/features\/(?:shell\/|session\/[A-Z])/,
  /\/features\/posts\/(?:NewPostsPill|card\/(?:EditedMark|MoreButton|PostHeader|PostSkeleton|RepostLine)|text\/AuthorLine)\.tsx$/,
  /\/features\/(?:clubs\/ClubBadge|composer\/Composer(?:Bar)?|mentions\/MentionTextBox)\.tsx$/,
  /\/features\/(?:composer\/extras|notifications\/(?:Bell|unread)|session\/use-(?:fresh-rights|session)|feed\/use-new-posts)\.tsx?$/,
];
const isCompiled = (path: string) =>
  !path.includes('/node_modules/') && !uncompiledFiles.some((part) => part.test(path));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset({ sources: isCompiled })] }),
    trimIcons(),
    preloadTextFont(),
    placeBoot(),
    buildReadingStyles(),
    buildWorker(),
    compressFiles(),
  ],
  resolve: {
    alias: [
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: join(import.meta.dirname, 'src/ui/lucide-icon.ts'),
      },
      {
        find: /^\.\/mutationCache\.js$/,
        replacement: join(import.meta.dirname, 'no-mutations.ts'),
      },
      // React has this hook built in.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // Daily screens preload the chunks that they need. For the others the names alone would cost more,
      // before the first post, than the round trip saves.
      resolveDependencies: (program, dependencies) =>
        daily.test(program) ? dependencies : dependencies.filter((name) => name.endsWith('.css')),
    },
    // The icons of the action row are needed with the first post; other assets are files.
    assetsInlineLimit: (path) => /\/features\/posts\/actions\/icons\//.test(path),
    rolldownOptions: {
      // React's compiler takes most of a build; a warning at every first start helps nobody.
      checks: { bundlerTimings: false },
      output: {
        // The entry names sixty chunks, so one letter less each is noticeable. Six are too few for the
        // bundler from the 65th lazy chunk on.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // One chunk for the first post, including what later screens share: fewer requests.
            { name: 'tablon', tags: ['$initial'], priority: 2 },
            // One chunk for everything that a post shows besides its text.
            {
              name: 'parts',
              test: /\/features\/posts\/parts\/(?:PostParts|LinkCard|QuotedCard)\.tsx$/,
              priority: 1,
            },
            // One chunk that all writing shares: the entry names each of its parts otherwise.
            { name: 'publishing', test: /\/(?:show-pending|use-announced-count)\.tsx?$/, priority: 1 },
            { name: 'entry', test: /\/pages\/(?:LoginPage|SignUpPage)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/media': server, '/manifest.webmanifest': server } },
});
