import './styles/fonts.css';
import './styles/tokens.css';
import './styles/global.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './App.tsx';
import { loadSession, watchSession } from './features/session/session-store.ts';
import { watchTheme } from './features/shell/theme.ts';
import { preloadNext, preloadScreen } from './routes.tsx';
import { rememberScroll } from './ui/scroll-memory.ts';

rememberScroll();
watchTheme();
watchSession();
void loadSession();
preloadScreen(location.pathname);
// Once the first screen has long been there.
setTimeout(preloadNext, 4000);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
