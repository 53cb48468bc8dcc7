import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { CommentItem, type CommentProps } from './CommentItem.tsx';

const outlineMs = 2000;

export function TargetComment(props: CommentProps) {
  const item = useRef<HTMLDivElement>(null);
  const { id } = props.comment;
  // Stored in the history entry: Back does not move the focus, and the same link once more does.
  const isVisited = useSyncExternalStore(onHistory, () => wasVisited(id));
  const [isOutlined, setOutlined] = useState(false);
  if (!isVisited && !isOutlined) setOutlined(true);

  useEffect(() => {
    if (isVisited) return;
    history.replaceState({ ...(history.state as object | null), visited: id }, '');
    item.current?.focus({ preventScroll: true });
    item.current?.scrollIntoView({ block: 'center' });
  }, [id, isVisited]);

  useEffect(() => {
    if (!isOutlined) return undefined;
    const timer = setTimeout(() => setOutlined(false), outlineMs);
    return () => clearTimeout(timer);
  }, [isOutlined]);

  return <CommentItem {...props} ref={item} isOutlined={isOutlined} />;
}

function wasVisited(id: string): boolean {
  return (history.state as { visited?: string } | null)?.visited === id;
}

// The router sends the first two.
const historyEvents = ['pushState', 'replaceState', 'popstate'];

function onHistory(listener: () => void): () => void {
  for (const name of historyEvents) addEventListener(name, listener);
  return () => {
    for (const name of historyEvents) removeEventListener(name, listener);
  };
}
