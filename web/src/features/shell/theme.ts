import { createStore, useStore } from '../../state/create-store.ts';
import { withStorage } from '../../state/storage.ts';
import { session } from '../session/session-store.ts';

export type Theme = 'noche' | 'dia';
export type ThemeChoice = Theme | 'sistema';

const key = 'tablon.theme';
const system = matchMedia('(prefers-color-scheme: light)');
const themes = createStore<{ choice: ThemeChoice; theme: Theme }>({
  choice: readChoice(),
  theme: renderedTheme(),
});

export function useThemeChoice(): ThemeChoice {
  return useStore(themes).choice;
}

export function useTheme(): Theme {
  return useStore(themes).theme;
}

/** Choosing the system's theme stores nothing, so the page keeps following the system. */
export function switchTheme(theme: Theme): void {
  chooseTheme(theme === systemTheme() ? 'sistema' : theme);
}

export function chooseTheme(choice: ThemeChoice): void {
  withStorage('localStorage', (storage) => {
    if (choice === 'sistema') storage.removeItem(key);
    else storage.setItem(key, choice);
  });
  apply(choice);
}

/** boot.js has set the first theme. */
export function watchTheme(): void {
  const follow = () => apply(readChoice());
  system.addEventListener('change', follow);
  addEventListener('storage', (event) => {
    if (event.key === key) follow();
  });
  session.subscribe(() => {
    // Signing out clears the storage, but the choice is the device's.
    if (session.read().status === 'signed-out') chooseTheme(themes.read().choice);
  });
}

function apply(choice: ThemeChoice): void {
  const theme = choice === 'sistema' ? systemTheme() : choice;
  document.documentElement.dataset['theme'] = theme;
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--bg');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
  themes.write({ choice, theme });
}

function renderedTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dia' ? 'dia' : 'noche';
}

function systemTheme(): Theme {
  return system.matches ? 'dia' : 'noche';
}

function readChoice(): ThemeChoice {
  const choice = withStorage('localStorage', (storage) => storage.getItem(key));
  return choice === 'noche' || choice === 'dia' ? choice : 'sistema';
}
