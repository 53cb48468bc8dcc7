import { Heart } from 'lucide-react';
import { useRef } from 'react';

import { abbreviate } from '../../../../contract/src/rules/counters.ts';
import { classNames } from '../../ui/class-names.ts';
import { like } from './like.ts';

import styles from './PostActions.module.css';

type Props = { postId: string; liked: boolean; count: number; disabled: boolean };

export function LikeButton({ postId, liked, count, disabled }: Props) {
  const heart = useRef<SVGSVGElement>(null);

  const toggle = () => {
    if (!liked) beat(heart.current);
    like(postId, !liked);
  };

  return (
    <button
      type="button"
      className={classNames(styles.action, styles.like)}
      aria-pressed={liked}
      aria-label={count > 0 ? `Me gusta, ${count}` : 'Me gusta'}
      disabled={disabled}
      onClick={toggle}
    >
      <Heart ref={heart} size={20} aria-hidden fill={liked ? 'currentColor' : 'none'} />
      {count > 0 && <span>{abbreviate(count)}</span>}
    </button>
  );
}

function beat(heart: SVGSVGElement | null): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  heart?.animate(
    { transform: ['scale(1)', 'scale(1.15)', 'scale(1)'] },
    { duration: 240, easing: 'cubic-bezier(.2, 0, 0, 1)' },
  );
}
