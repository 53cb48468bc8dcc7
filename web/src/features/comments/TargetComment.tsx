import { useEffect, useRef, useState } from 'react';

import { CommentItem, type CommentProps } from './CommentItem.tsx';

const outlineMs = 2000;

/** The comment that the address names: focused once per visit, and outlined for two seconds. */
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

// The entry in the history remembers it, so that Back does not move the focus.
function wasVisited(id: string): boolean {
  return (history.state as { visited?: string } | null)?.visited === id;
}
