import { useEffect, useRef, useState } from 'react';

import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { CommentItem } from './CommentItem.tsx';

const outlineMs = 2000;

/** The comment that the address names: focused once per visit, and outlined for two seconds. */
export function TargetComment({ comment }: { comment: Comment }) {
  const item = useRef<HTMLLIElement>(null);
  const [isOutlined, setOutlined] = useState(false);
  const { id } = comment;

  useEffect(() => {
    const state = history.state as { visited?: string } | null;
    if (state?.visited === id) return undefined;
    history.replaceState({ ...state, visited: id }, '');
    item.current?.focus({ preventScroll: true });
    item.current?.scrollIntoView({ block: 'center' });
    setOutlined(true);
    return undefined;
  }, [id]);

  useEffect(() => {
    if (!isOutlined) return undefined;
    const timer = setTimeout(() => setOutlined(false), outlineMs);
    return () => clearTimeout(timer);
  }, [isOutlined]);

  return (
    <ol aria-label="Comentario de la notificación">
      <CommentItem ref={item} comment={comment} isOutlined={isOutlined} />
    </ol>
  );
}
