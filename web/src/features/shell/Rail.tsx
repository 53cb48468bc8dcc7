import { Link } from 'wouter';

import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useMedia } from '../../ui/browser/use-media.ts';
import { useSession } from '../session/use-session.ts';
import { useInstall } from './install.ts';
import { ThemeChoice } from './ThemeChoice.tsx';

import styles from './Rail.module.css';

export function Rail() {
  const { user } = useSession();
  const install = useInstall();
  const fits = useMedia('(width >= 1100px)');
  // Not only hidden, so that nothing in it exists twice on narrow screens.
  if (!fits) return null;
  return (
    <aside className={styles.rail} aria-label="Tu cuenta">
      {user && (
        <Link href="/perfil" className={styles.card}>
          <Avatar src={user.avatar} name={user.displayName} uid={user.uid} size={44} />
          <span className={styles.names}>
            <span className={styles.name}>{user.displayName}</span>
            <span className={styles.handle}>{displayHandle(user.handle)}</span>
          </span>
        </Link>
      )}
      <ThemeChoice />
      <p className={styles.links}>
        {user && <Link href="/cuenta">Cuenta y privacidad</Link>}
        <Link href="/terminos">Términos</Link>
        <Link href="/privacidad">Privacidad</Link>
        {install && (
          <button type="button" onClick={install}>
            Instalar
          </button>
        )}
      </p>
    </aside>
  );
}
