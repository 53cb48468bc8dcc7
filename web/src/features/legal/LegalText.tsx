import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { TitleBar } from '../../ui/TitleBar.tsx';

import styles from './LegalText.module.css';

type Props = {
  title: string;
  date: string;
  other: { href: string; label: string };
  children: ReactNode;
};

export function LegalText({ title, date, other, children }: Props) {
  return (
    <>
      <TitleBar title={title} />
      <article className={styles.text} aria-label={title}>
        <p className={styles.date}>Última actualización: {date}</p>
        {children}
        <p className={styles.other}>
          <Link href={other.href}>{other.label}</Link>
        </p>
      </article>
    </>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Wording that the law prescribes. */
export function Legend({ children }: { children: ReactNode }) {
  return <p className={styles.legend}>{children}</p>;
}
