import { MessageCircle } from 'lucide-react';

import { abbreviate } from '../../../../contract/src/rules/counters.ts';

import styles from './PostActions.module.css';

type Props = { count: number; disabled: boolean; onClick: () => void };

export function CommentButton({ count, disabled, onClick }: Props) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={count > 0 ? `Comentar, ${count}` : 'Comentar'}
      disabled={disabled}
      onClick={onClick}
    >
      <MessageCircle size={20} aria-hidden />
      {count > 0 && <span>{abbreviate(count)}</span>}
    </button>
  );
}
