import { useLayoutEffect, useRef, useState } from 'react';

import { classNames } from '../../../ui/class-names.ts';
import { LinkedText } from './LinkedText.tsx';

import styles from './PostText.module.css';

type Props = { id: string; postId: string; text: string; whole: boolean };

// Both last as long as the page, so that a remounted card has its final height at once.
const expandedIds = new Set<string>();
const longIds = new Set<string>();

export function PostText({ id, postId, text, whole }: Props) {
  const [open, setOpen] = useState(whole || expandedIds.has(postId) || !mayBeLong(text));
  const [isCut, setIsCut] = useState(longIds.has(postId));
  const ref = useRef<HTMLParagraphElement>(null);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || open) return undefined;
    const measure = () => {
      const overflows = element.scrollHeight > element.clientHeight + 1;
      if (overflows) longIds.add(postId);
      setIsCut(overflows);
    };
    measure();
    // A turned phone has other lines.
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [open, postId]);

  const showAll = () => {
    expandedIds.add(postId);
    setOpen(true);
  };

  return (
    <>
      <p id={id} ref={ref} dir="auto" className={classNames(styles.text, !open && styles.cut)}>
        <LinkedText text={text} />
      </p>
      {!open && isCut && (
        <button type="button" className={styles.more} onClick={showAll}>
          Ver más
        </button>
      )}
    </>
  );
}

// Skips measuring short texts, which fit on any screen.
function mayBeLong(text: string): boolean {
  return text.length > 200 || text.split('\n').length > 8;
}
