import { ButtonLink } from '../ui/ButtonLink.tsx';

import styles from './NotReadyPage.module.css';

/** A screen that has its place but not its content yet. */
export function NotReadyPage({ title }: { title: string }) {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p>Esta pantalla todavía no está lista.</p>
      <ButtonLink href="/">Volver al inicio</ButtonLink>
    </div>
  );
}
