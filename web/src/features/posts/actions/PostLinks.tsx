import { Link2 } from 'lucide-react';

import { Button } from '../../../ui/Button.tsx';
import { copyPostLink } from './copy-link.ts';

import styles from './PostLinks.module.css';

export function PostLinks({ postId }: { postId: string }) {
  return (
    <div className={styles.line}>
      <Button variant="quiet" size="small" onClick={() => void copyPostLink(postId)}>
        <Link2 size={18} aria-hidden /> Copiar enlace
      </Button>
    </div>
  );
}
