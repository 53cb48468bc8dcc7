import { type ReactNode, useId } from 'react';

import type { PostView, Warning } from '../../../../../contract/src/calls/shapes.ts';
import { PostText } from '../text/PostText.tsx';
import { Cover } from './Cover.tsx';
import { useCover } from './open-covers.ts';

type Props = {
  post: PostView & { warning: Warning };
  labelId: string | undefined;
  whole: boolean;
  children: ReactNode;
};

export function CoveredPost({ post, labelId, whole, children }: Props) {
  const [open, setOpen] = useCover(post);
  const textId = useId();
  const { id, text, warning } = post;
  return (
    <Cover labelId={labelId} label={warning.label} open={open} onToggle={setOpen}>
      {text && <PostText key={text} id={textId} postId={id} text={text} whole={whole} />}
      {children}
    </Cover>
  );
}
