import { lazy, type ComponentType } from 'react';

import type { Access } from './features/session/guard.ts';
import { FeedPage } from './pages/FeedPage.tsx';
import { ignoreMissingChunk } from './ui/browser/chunks.ts';

export type Screen = {
  path: string;
  /** For an address that the router's own patterns cannot describe. */
  pattern?: RegExp;
  /** The document title, and the text of a `hidden` heading. */
  title: string;
  heading: 'own' | 'hidden';
  access: Access;
  Page: ComponentType;
  load?: () => Promise<unknown>;
};

const login = onDemand(async () => (await import('./pages/LoginPage.tsx')).LoginPage);
const signUp = onDemand(async () => (await import('./pages/SignUpPage.tsx')).SignUpPage);
const post = onDemand(async () => (await import('./pages/PostPage.tsx')).PostPage);
const profile = onDemand(async () => (await import('./pages/ProfilePage.tsx')).ProfilePage);
const editProfile = onDemand(async () => (await import('./pages/EditProfilePage.tsx')).EditProfilePage);
const account = onDemand(async () => (await import('./pages/AccountPage.tsx')).AccountPage);
const welcome = onDemand(async () => (await import('./pages/WelcomePage.tsx')).WelcomePage);
const search = onDemand(async () => (await import('./pages/SearchPage.tsx')).SearchPage);
const club = onDemand(async () => (await import('./pages/ClubPage.tsx')).ClubPage);
const clubs = onDemand(async () => (await import('./pages/ClubsPage.tsx')).ClubsPage);
const topic = onDemand(async () => (await import('./pages/TopicPage.tsx')).TopicPage);
const savedPosts = onDemand(async () => (await import('./pages/SavedPage.tsx')).SavedPage);
const exclusions = onDemand(async () => (await import('./pages/ExclusionsPage.tsx')).ExclusionsPage);
const notifications = onDemand(async () => (await import('./pages/NotificationsPage.tsx')).NotificationsPage);
const recover = onDemand(async () => (await import('./pages/RecoverPage.tsx')).RecoverPage);
const report = onDemand(async () => (await import('./pages/ReportPage.tsx')).ReportPage);
const reports = onDemand(async () => (await import('./pages/ReportsPage.tsx')).ReportsPage);
const terms = onDemand(async () => (await import('./pages/TermsPage.tsx')).TermsPage);
const admin = onDemand(async () => (await import('./pages/AdminPage.tsx')).AdminPage);
const ads = onDemand(async () => (await import('./pages/AdsPage.tsx')).AdsPage);
const privacy = onDemand(async () => (await import('./pages/PrivacyPage.tsx')).PrivacyPage);

/** Any other path redirects to the feed. */
export const screens: readonly Screen[] = [
  { path: '/ingresar', title: 'Ingresar', heading: 'own', access: 'guest', ...login },
  { path: '/registrar', title: 'Crear cuenta', heading: 'own', access: 'guest', ...signUp },
  { path: '/feed', title: 'Inicio', heading: 'hidden', access: 'member', Page: FeedPage },
  { path: '/p/:id', title: 'Publicación', heading: 'own', access: 'member', ...post },
  { path: '/perfil', title: 'Mi perfil', heading: 'own', access: 'member', ...profile },
  { path: '/perfil/:uid', title: 'Perfil', heading: 'own', access: 'member', ...profile },
  {
    path: '/@:handle',
    pattern: /^\/@(?<handle>[\w.-]{1,64})\/?$/,
    title: 'Perfil',
    heading: 'own',
    access: 'member',
    ...profile,
  },
  { path: '/editar', title: 'Editar perfil', heading: 'own', access: 'member', ...editProfile },
  { path: '/editar-perfil', title: 'Editar perfil', heading: 'own', access: 'member', ...editProfile },
  { path: '/bienvenida', title: 'Bienvenida', heading: 'own', access: 'member', ...welcome },
  { path: '/cuenta', title: 'Cuenta y privacidad', heading: 'own', access: 'member', ...account },
  { path: '/buscar', title: 'Buscar', heading: 'own', access: 'member', ...search },
  { path: '/club/:slug', title: 'Cuadro', heading: 'own', access: 'member', ...club },
  { path: '/clubes', title: 'Cuadros', heading: 'own', access: 'member', ...clubs },
  { path: '/tema/:tag', title: 'Tema', heading: 'own', access: 'member', ...topic },
  { path: '/guardados', title: 'Guardados', heading: 'own', access: 'member', ...savedPosts },
  { path: '/notificaciones', title: 'Notificaciones', heading: 'own', access: 'member', ...notifications },
  {
    path: '/silenciados',
    title: 'Silenciados y bloqueados',
    heading: 'own',
    access: 'member',
    ...exclusions,
  },
  { path: '/recuperar', title: 'Recuperar la contraseña', heading: 'own', access: 'anyone', ...recover },
  { path: '/reportar', title: 'Reportar contenido', heading: 'own', access: 'anyone', ...report },
  { path: '/terminos', title: 'Términos y condiciones', heading: 'own', access: 'anyone', ...terms },
  { path: '/privacidad', title: 'Política de privacidad', heading: 'own', access: 'anyone', ...privacy },
  { path: '/admin', title: 'Administración', heading: 'own', access: 'admin', ...admin },
  { path: '/admin/reportes', title: 'Reportes', heading: 'own', access: 'admin', ...reports },
  { path: '/admin/ads', title: 'Anuncios', heading: 'own', access: 'admin', ...ads },
];

export function preloadScreen(path: string): void {
  const first = path.startsWith('/@') ? 'perfil' : path.split('/')[1];
  const screen = screens.find(({ path }) => path.split('/')[1] === first);
  screen?.load?.().catch(ignoreMissingChunk);
}

export function preloadNext(): void {
  for (const { load } of [post, profile]) load().catch(ignoreMissingChunk);
}

function onDemand(find: () => Promise<ComponentType>) {
  const load = async () => ({ default: await find() });
  return { Page: lazy(load), load };
}
