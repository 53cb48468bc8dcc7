import { MessageCircle } from 'lucide-react';

import { abbreviate } from '../../../../contract/src/rules/counters.ts';

import styles from './PostActions.module.css';

type Props = {
  count: number;
  /** On the post's own page the button of the comment box is 'Comentar': this one then always tells its count. */
  besideBox: boolean;
  disabled: boolean;
  onClick: () => void;
};

export function CommentButton({ count, besideBox, disabled, onClick }: Props) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={count > 0 || besideBox ? `Comentar, ${count}` : 'Comentar'}
      disabled={disabled}
      onClick={onClick}
    >
      <MessageCircle size={20} aria-hidden />
      {count > 0 && <span>{abbreviate(count)}</span>}
    </button>
  );
}
