import './ui/browser/older-browsers.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/global.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';

import { whenIdle } from './api/when-idle.ts';
import { App } from './App.tsx';
import { openWriteSheet, preloadWriteSheet } from './features/composer/open-write-sheet.ts';
import { loadSession, watchSession } from './features/session/session-store.ts';
import { watchInstall } from './features/shell/install.ts';
import { watchTheme } from './features/shell/theme.ts';
import { watchMissingChunks } from './missing-chunks.ts';
import { preloadNext, preloadScreen } from './routes.tsx';
import { ignoreMissingChunk } from './ui/browser/chunks.ts';
import { rememberScroll } from './ui/browser/scroll-memory.ts';
import { useEscapedSearch } from './ui/browser/use-escaped-search.ts';
import { aroundNav } from './ui/overlays/use-back-to-close.ts';

watchMissingChunks();
watchInstall();
rememberScroll();
watchTheme();
watchSession();
void loadSession();
preloadScreen(location.pathname);
// Another app shared something, or the user tapped a shortcut of the app's icon.
if (/[?&](?:escribir|title|text|url)=/.test(location.search)) {
  import('./features/composer/start-writing.ts')
    .then(({ startWriting }) => startWriting())
    .catch(ignoreMissingChunk);
}
// Well after the first screen.
setTimeout(() => {
  preloadNext();
  preloadWriteSheet();
  import('./background-work.ts')
    .then(({ startBackgroundWork }) => startBackgroundWork())
    .catch(ignoreMissingChunk);
  import('./push-work.ts').then(({ startPushWork }) => startPushWork()).catch(ignoreMissingChunk);
}, 4000);
void follow().catch(ignoreMissingChunk);
void takeKeys().catch(ignoreMissingChunk);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Router aroundNav={aroundNav} searchHook={useEscapedSearch}>
      <App />
    </Router>
  </StrictMode>,
);

async function takeKeys(): Promise<void> {
  await whenIdle();
  (await import('./features/keys/watch-keys.ts')).watchKeys(openWriteSheet);
}

async function follow(): Promise<void> {
  // Twice: other background work goes first.
  await whenIdle();
  await whenIdle();
  (await import('./live.ts')).followLive();
}
