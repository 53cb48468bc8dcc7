import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { CommentItem, type CommentProps } from './CommentItem.tsx';

import styles from './Comments.module.css';

const outlineMs = 2000;

export function TargetComment(props: CommentProps) {
  const item = useRef<HTMLDivElement>(null);
  const isVisited = useVisit(props.comment.id, item);
  const [isOutlined, setOutlined] = useState(false);
  if (!isVisited && !isOutlined) setOutlined(true);

  useEffect(() => {
    if (!isOutlined) return undefined;
    const timer = setTimeout(() => setOutlined(false), outlineMs);
    return () => clearTimeout(timer);
  }, [isOutlined]);

  return <CommentItem {...props} ref={item} isOutlined={isOutlined} />;
}

/** In place of a comment that is gone: beneath a long post nobody would see it. */
export function MissingComment({ id }: { id: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useVisit(id, line);
  return (
    <p ref={line} tabIndex={-1} className={styles.missing}>
      Ese comentario ya no está.
    </p>
  );
}

/**
 * Leads a link to its place. Stored in the history entry: Back does not move the focus, and the same link once
 * more does.
 * @returns whether the reader has been there
 */
function useVisit(id: string, place: RefObject<HTMLElement | null>): boolean {
  const isVisited = useSyncExternalStore(onHistory, () => wasVisited(id));
  useEffect(() => {
    if (isVisited) return;
    history.replaceState({ ...(history.state as object | null), visited: id }, '');
    // The comments may come while somebody writes above them.
    if (document.activeElement?.matches('textarea, input')) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'center' });
  }, [id, isVisited, place]);
  return isVisited;
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
