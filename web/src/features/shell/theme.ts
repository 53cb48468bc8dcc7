import { useSyncExternalStore } from 'react';

export type Theme = 'noche' | 'dia';
export type ThemeChoice = Theme | 'sistema';

const key = 'tablon.theme';
const system = matchMedia('(prefers-color-scheme: light)');
const listeners = new Set<() => void>();

/** What was chosen; without a choice the system decides. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice);
}

/** What is on screen. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shown);
}

/** Keeps the choice. The theme that the system has anyway is kept as no choice, so it goes on following. */
export function switchTheme(theme: Theme): void {
  chooseTheme(theme === ofSystem() ? 'sistema' : theme);
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'sistema') localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // Storage switched off: it lasts as long as the page.
  }
  apply(choice === 'sistema' ? ofSystem() : choice);
}

/** Follows the system and the other tabs; boot.js has set the first theme. */
export function watchTheme(): void {
  const follow = () => apply(themeOf(readChoice()));
  system.addEventListener('change', follow);
  addEventListener('storage', (event) => {
    if (event.key === key) follow();
  });
}

function apply(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--bg');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const shown = (): Theme => (document.documentElement.dataset['theme'] === 'dia' ? 'dia' : 'noche');
const ofSystem = (): Theme => (system.matches ? 'dia' : 'noche');
const themeOf = (choice: ThemeChoice): Theme => (choice === 'sistema' ? ofSystem() : choice);

function readChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'noche' || kept === 'dia' ? kept : 'sistema';
  } catch {
    return 'sistema';
  }
}
