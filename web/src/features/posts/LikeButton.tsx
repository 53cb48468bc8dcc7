import { Heart } from 'lucide-react';
import { useRef } from 'react';

import type { PostView } from '../../../../contract/src/calls/shapes.ts';
import { ActionButton } from './ActionButton.tsx';
import { like } from './reactions.ts';

export function LikeButton({ post, disabled }: { post: PostView; disabled: boolean }) {
  const heart = useRef<SVGSVGElement>(null);
  const { liked } = post.viewer;

  const toggle = () => {
    if (!liked) beat(heart.current);
    like(post.id, !liked);
  };

  return (
    <ActionButton
      name="Me gusta"
      icon={Heart}
      iconRef={heart}
      count={post.likesCount}
      pressed={liked}
      tone="like"
      disabled={disabled}
      onClick={toggle}
    />
  );
}

function beat(heart: SVGSVGElement | null): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  heart?.animate(
    { transform: ['scale(1)', 'scale(1.15)', 'scale(1)'] },
    { duration: 240, easing: 'cubic-bezier(.2, 0, 0, 1)' },
  );
}
