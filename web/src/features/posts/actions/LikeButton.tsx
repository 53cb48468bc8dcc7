import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { ActionButton } from './ActionButton.tsx';
import { like } from './reactions.ts';

export function LikeButton({ post, disabled }: { post: PostView; disabled: boolean }) {
  const { liked } = post.viewer;
  return (
    <ActionButton
      name="Me gusta"
      action="like"
      count={post.likesCount}
      pressed={liked}
      disabled={disabled}
      onClick={(button) => {
        if (!liked) beat(button);
        void like(post.id, !liked);
      }}
    />
  );
}

function beat(button: HTMLButtonElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  button.animate(
    { transform: ['scale(1)', 'scale(1.15)', 'scale(1)'] },
    { duration: 240, easing: 'cubic-bezier(.2, 0, 0, 1)', pseudoElement: '::before' },
  );
}
