import { Pencil } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link, useLocation } from 'wouter';

import { useSession } from '../session/use-session.ts';
import { useSlideAway } from './slide-away.ts';
import { tabIcons } from './tab-icons.ts';
import { isCurrentTab, tabsFor } from './tabs.ts';

import styles from './BottomBar.module.css';

type Props = { onWrite: () => void };

const sections = tabsFor(false).filter(({ href }) => href !== '/editar');

export function BottomBar({ onWrite }: Props) {
  const { user } = useSession();
  const [path] = useLocation();
  const isAway = useSlideAway();
  const links = sections.map(({ href, label }) => {
    const Icon = tabIcons[href];
    return (
      <Link
        key={href}
        href={href}
        aria-label={label}
        aria-current={isCurrentTab(href, path, user?.uid) ? 'page' : undefined}
        className={styles.section}
        onClick={path === href ? toTop : undefined}
      >
        <Icon size={24} />
      </Link>
    );
  });
  return (
    <nav aria-label="Secciones" className={styles.bar} data-bottom-bar data-away={isAway || undefined}>
      {links.slice(0, 2)}
      <button type="button" aria-label="Escribir" className={styles.write} onClick={onWrite}>
        <Pencil size={22} />
      </button>
      {links.slice(2)}
    </nav>
  );
}

function toTop(event: MouseEvent): void {
  event.preventDefault();
  scrollTo(0, 0);
}
