import { Bookmark, House, Search, Shield, UserPen, UserRound, type LucideIcon } from 'lucide-react';

import type { TabHref } from './tabs.ts';

/** Separate from the tabs, because the header shows only words and is in the first load. */
export const tabIcons: Readonly<Record<TabHref, LucideIcon>> = {
  '/feed': House,
  '/buscar': Search,
  '/guardados': Bookmark,
  '/perfil': UserRound,
  '/editar': UserPen,
  '/admin': Shield,
};
