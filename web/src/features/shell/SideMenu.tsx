import { LogOut, Settings } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link, useLocation } from 'wouter';

import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Drawer } from '../../ui/overlays/Drawer.tsx';
import type { Session } from '../session/session-state.ts';
import { useInstall } from './install.ts';
import { leaveSite } from './leave-site.ts';
import { tabIcons } from './tab-icons.ts';
import { isCurrentTab, type TabHref, tabsFor } from './tabs.ts';
import { ThemeChoice } from './ThemeChoice.tsx';

import styles from './SideMenu.module.css';

export type SideMenuProps = { session: Session; close: () => void };

export function SideMenu({ session: { user, isAdmin }, close }: SideMenuProps) {
  const [path] = useLocation();
  const install = useInstall();
  const go = (event: MouseEvent, href: string) => {
    close();
    if (href === path) event.preventDefault();
  };
  return (
    <Drawer id="side-menu" label="Menú" onClose={close}>
      {user && (
        <div className={styles.person}>
          <Avatar src={user.avatar} name={user.displayName} uid={user.uid} size={44} />
          <div className={styles.names}>
            <p className={styles.name}>{user.displayName}</p>
            <p className={styles.handle}>{displayHandle(user.handle)}</p>
          </div>
        </div>
      )}
      <nav aria-label="Principal" className={styles.nav}>
        {tabsFor(isAdmin).map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            className={styles.row}
            aria-current={isCurrentTab(href, path, user?.uid) ? 'page' : undefined}
            onClick={(event) => go(event, href)}
          >
            <TabIcon href={href} />
            {label}
          </Link>
        ))}
      </nav>
      <div className={styles.foot}>
        {user && (
          <Link href="/cuenta" className={styles.out} onClick={(event) => go(event, '/cuenta')}>
            <Settings size={20} aria-hidden />
            Cuenta y privacidad
          </Link>
        )}
        <ThemeChoice />
        {install && (
          <button type="button" className={styles.out} onClick={install}>
            <img src="/favicon.svg" alt="" width={20} height={20} />
            Instalar
          </button>
        )}
        {user && (
          <button
            type="button"
            className={styles.out}
            onClick={() => {
              close();
              void leaveSite();
            }}
          >
            <LogOut size={20} aria-hidden />
            Salir
          </button>
        )}
      </div>
    </Drawer>
  );
}

function TabIcon({ href }: { href: TabHref }) {
  const Icon = tabIcons[href];
  return <Icon size={20} />;
}
