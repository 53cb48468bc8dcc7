import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useBackToClose } from '../../ui/use-back-to-close.ts';
import { useSession } from '../session/use-session.ts';
import { leaveSite } from './leave-site.ts';
import { Logo } from './Logo.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import { SideMenu } from './SideMenu.tsx';
import { isCurrentTab, tabsFor } from './tabs.ts';
import { ThemeToggle } from './ThemeToggle.tsx';

import styles from './Header.module.css';

/** The bar on top: wide, with the tabs in it; narrow, with the button of the side menu. */
export function Header({ bell }: { bell: ReactNode }) {
  const session = useSession();
  const { user, isAdmin, status } = session;
  const drawer = useBackToClose();
  const member = user !== null || status === 'lost';
  const guest = status === 'signed-out' || status === 'lost';

  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        {member && (
          <IconButton
            label="Abrir menú"
            icon={<Menu size={22} aria-hidden />}
            className={styles.menuButton}
            aria-haspopup="dialog"
            aria-expanded={drawer.isOpen}
            onClick={drawer.open}
          />
        )}
        <Logo />
        {member && <Tabs isAdmin={isAdmin} uid={user?.uid} />}
        <div className={styles.end}>
          <ThemeToggle className={member ? styles.wideOnly : undefined} />
          {bell}
          {guest && (
            <ButtonLink href="/ingresar" size="small">
              Ingresar
            </ButtonLink>
          )}
          {user && (
            <Button
              variant="quiet"
              size="small"
              className={classNames(styles.wideOnly, styles.out)}
              onClick={() => void leaveSite()}
            >
              Salir
            </Button>
          )}
        </div>
      </div>
      <OfflineBar />
      {drawer.isOpen && <SideMenu session={session} close={drawer.close} leave={drawer.leave} />}
    </header>
  );
}

function Tabs({ isAdmin, uid }: { isAdmin: boolean; uid: string | undefined }) {
  const [path] = useLocation();
  return (
    <nav aria-label="Principal" className={styles.nav}>
      {tabsFor(isAdmin).map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          className={styles.tab}
          aria-current={isCurrentTab(href, path, uid) ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
