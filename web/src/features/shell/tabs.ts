import { Bookmark, House, Search, Shield, UserPen, UserRound, type LucideIcon } from 'lucide-react';

type NavTab = { href: string; label: string; icon: LucideIcon };

const memberTabs: readonly NavTab[] = [
  { href: '/feed', label: 'Inicio', icon: House },
  { href: '/buscar', label: 'Buscar', icon: Search },
  { href: '/guardados', label: 'Guardados', icon: Bookmark },
  { href: '/perfil', label: 'Mi perfil', icon: UserRound },
  { href: '/editar', label: 'Editar perfil', icon: UserPen },
];

const adminTab: NavTab = { href: '/admin', label: 'Administración', icon: Shield };

export function tabsFor(isAdmin: boolean): readonly NavTab[] {
  return isAdmin ? [...memberTabs, adminTab] : memberTabs;
}

/** Whether a tab is current. `uid` is the viewer's: their own address counts as 'Mi perfil'. */
export function isCurrentTab(href: string, path: string, uid: string | undefined): boolean {
  switch (href) {
    case '/perfil':
      return path === '/perfil' || (uid !== undefined && path === `/perfil/${uid}`);
    case '/editar':
      return path === '/editar' || path === '/editar-perfil';
    case '/admin':
      return path === '/admin' || path.startsWith('/admin/');
    default:
      return path === href;
  }
}
