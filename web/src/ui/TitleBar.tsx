import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

import { canGoBack } from './browser/scroll-memory.ts';
import { IconButton } from './IconButton.tsx';

import styles from './TitleBar.module.css';

type Props = {
  title: ReactNode;
  /** False where the content has the `h1`. */
  isHeading?: boolean;
  action?: ReactNode;
};

/** 'Volver' goes back, or to the feed from the first screen of a visit. */
export function TitleBar({ title, isHeading = true, action }: Props) {
  const [, navigate] = useLocation();
  const Title = isHeading ? 'h1' : 'p';
  return (
    <div className={styles.bar} data-title-bar>
      <IconButton
        label="Volver"
        icon={<ArrowLeft size={22} />}
        onClick={() => (canGoBack() ? history.back() : navigate('/feed'))}
      />
      <Title id="page-title" className={styles.title}>
        {title}
      </Title>
      {action}
    </div>
  );
}
