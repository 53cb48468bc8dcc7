import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

import { changeDocumentTitle } from '../../ui/browser/document-title.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';

import styles from './WelcomeScreen.module.css';

type Props = {
  title: string;
  intro: string;
  /** `at` counts from 0. */
  at: number;
  of: number;
  onSkip: () => void;
  onNext: () => void;
  children: ReactNode;
};

export function WelcomeScreen({ title, intro, at, of, onSkip, onNext, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focusedTitle = useRef(title);
  useLayoutEffect(() => changeDocumentTitle({ title }), [title]);
  useEffect(() => {
    // The navigation itself focuses the first screen.
    if (focusedTitle.current === title) return;
    focusedTitle.current = title;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <p className={styles.place}>
          Paso {at + 1} de {of}
        </p>
        <div className={styles.bars} aria-hidden>
          {Array.from({ length: of }, (_, i) => (
            <span key={i} className={classNames(styles.bar, i <= at && styles.reached)} />
          ))}
        </div>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        <p className={styles.intro}>{intro}</p>
      </header>
      <div className={styles.content}>{children}</div>
      <div className={styles.foot}>
        <Button variant="quiet" className={styles.skip} onClick={onSkip}>
          Saltar
        </Button>
        <Button variant="primary" onClick={onNext}>
          {at + 1 < of ? 'Siguiente' : 'Listo'}
        </Button>
      </div>
    </div>
  );
}
