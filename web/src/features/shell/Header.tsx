import { Menu, Pencil, Search } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';

import { whenIdle } from '../../api/when-idle.ts';
import { ignoreMissingChunk } from '../../ui/browser/chunks.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { openLazily } from '../../ui/overlays/run-lazily.ts';
import { SignInLink } from '../session/SignInLink.tsx';
import { useSession } from '../session/use-session.ts';
import { leaveSite } from './leave-site.ts';
import { Logo } from './Logo.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import type { SideMenuProps } from './SideMenu.tsx';
import { isCurrentTab, tabsFor } from './tabs.ts';
import { ThemeToggle } from './ThemeToggle.tsx';

import styles from './Header.module.css';

type Props = { bell: ReactNode; onWrite: (() => void) | undefined };

export function Header({ bell, onWrite }: Props) {
  const session = useSession();
  const { user, isAdmin, status } = session;
  const [menuOpen, setMenuOpen] = useState(false);
  const [SideMenu, setSideMenu] = useState<ComponentType<SideMenuProps> | null>(null);
  const member = user !== null || status === 'lost';
  const guest = status === 'signed-out' || status === 'lost';

  const openMenu = () =>
    openLazily(loadMenu, (menu) => {
      setSideMenu(() => menu);
      setMenuOpen(true);
    });

  useEffect(() => {
    if (!member) return;
    // Preloads the menu soon: it is what users tap first.
    void whenIdle(150)
      .then(loadMenu)
      .then((menu) => setSideMenu(() => menu))
      .catch(ignoreMissingChunk);
  }, [member]);

  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        {member && (
          <IconButton
            label="Abrir menú"
            icon={<Menu size={22} aria-hidden />}
            className={styles.menuButton}
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onClick={openMenu}
          />
        )}
        <Logo />
        {member && <Tabs isAdmin={isAdmin} uid={user?.uid} />}
        <div className={styles.end}>
          <ThemeToggle className={member ? styles.wideOnly : undefined} />
          {member && (
            <Link href="/buscar" aria-label="Buscar" className={styles.search}>
              <Search size={22} />
            </Link>
          )}
          {bell}
          {onWrite && (
            <Button variant="primary" size="small" className={styles.write} onClick={onWrite}>
              <Pencil size={18} />
              <span className={styles.word}>Escribir</span>
            </Button>
          )}
          {guest && <SignInLink className={buttonClass({ size: 'small' })} />}
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
      {SideMenu && menuOpen && <SideMenu session={session} close={() => setMenuOpen(false)} />}
    </header>
  );
}

const loadMenu = async () => (await import('./SideMenu.tsx')).SideMenu;

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
