import { Link, useLocation } from 'wouter';

import { HotPosts } from './features/discovery/HotPosts.tsx';
import { RailSearch } from './features/discovery/RailSearch.tsx';
import { SuggestedPeople } from './features/discovery/SuggestedPeople.tsx';
import { useHotPosts } from './features/discovery/use-hot-posts.ts';
import { useSuggestedPeople } from './features/discovery/use-suggested-people.ts';
import { useInstall } from './features/shell/install.ts';

import styles from './Rail.module.css';

export function Rail() {
  const [path] = useLocation();
  const install = useInstall();
  // A list that failed is pending again when its card mounts: hiding the rail then would never end.
  const isReady = ![useSuggestedPeople().isFetched, useHotPosts().isFetched].includes(false);
  // Rendered all at once, so that nothing in it moves.
  if (!isReady) return null;
  return (
    <aside className={styles.rail} aria-label="Alrededor">
      {!/^\/(?:buscar|admin)/.test(path) && <RailSearch />}
      {!/^\/(?:perfil|bienvenida)/.test(path) && <SuggestedPeople count={3} look="card" />}
      <HotPosts look="card" />
      <p className={styles.links}>
        <Link href="/cuenta">Cuenta y privacidad</Link>
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
