import { useEffect, useRef, useState } from 'react';

import { CommentItem, type CommentProps } from './CommentItem.tsx';

const outlineMs = 2000;

export function TargetComment(props: CommentProps) {
  const item = useRef<HTMLDivElement>(null);
  const { id } = props.comment;
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

  return <CommentItem {...props} ref={item} isOutlined={isOutlined} />;
}

// Stored in the history entry, so that Back does not move the focus.
function wasVisited(id: string): boolean {
  return (history.state as { visited?: string } | null)?.visited === id;
}
