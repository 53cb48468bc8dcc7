import { useEffect, useRef, useState } from 'react';

import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { CommentItem } from './CommentItem.tsx';

const outlineMs = 2000;

/** The comment that the address names: focused once per visit, and outlined for two seconds. */
export function TargetComment({ comment }: { comment: Comment }) {
  const item = useRef<HTMLLIElement>(null);
  const { id } = comment;
  const [isOutlined, setOutlined] = useState(() => !wasVisited(id));

  useEffect(() => {
    if (wasVisited(id)) return;
    history.replaceState({ ...(history.state as object | null), visited: id }, '');
    item.current?.focus({ preventScroll: true });
    item.current?.scrollIntoView({ block: 'center' });
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

// The entry in the history remembers it, so that Back does not move the focus.
function wasVisited(id: string): boolean {
  return (history.state as { visited?: string } | null)?.visited === id;
}
