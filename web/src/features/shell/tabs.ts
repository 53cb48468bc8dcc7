export type TabHref = '/feed' | '/buscar' | '/guardados' | '/perfil' | '/editar' | '/admin';
type NavTab = { href: TabHref; label: string };

const memberTabs: readonly NavTab[] = [
  { href: '/feed', label: 'Inicio' },
  { href: '/buscar', label: 'Buscar' },
  { href: '/guardados', label: 'Guardados' },
  { href: '/perfil', label: 'Mi perfil' },
  { href: '/editar', label: 'Editar perfil' },
];

const adminTab: NavTab = { href: '/admin', label: 'Administración' };

export function tabsFor(isAdmin: boolean): readonly NavTab[] {
  return isAdmin ? [...memberTabs, adminTab] : memberTabs;
}

/** `uid` is the viewer's: their own address counts as 'Mi perfil'. */
export function isCurrentTab(href: string, address: string, uid: string | undefined): boolean {
  // The router reads /FEED/ as /feed.
  const path = address.toLowerCase().replace(/\/$/, '');
  switch (href) {
    case '/perfil':
      return path === '/perfil' || (uid !== undefined && path === `/perfil/${uid.toLowerCase()}`);
    case '/editar':
      return path === '/editar' || path === '/editar-perfil';
    case '/admin':
      return path === '/admin' || path.startsWith('/admin/');
    default:
      return path === href;
  }
}
