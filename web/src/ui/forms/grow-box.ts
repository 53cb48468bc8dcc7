import { type RefObject, useEffect } from 'react';

const growsByItself = globalThis.CSS?.supports('field-sizing', 'content') ?? false;

/** For browsers without field-sizing: the box gets the height of its text. */
export function useGrowingBox(box: RefObject<HTMLTextAreaElement | null>): void {
  // No layout effect: a box in a dialog has no height before the dialog is open.
  useEffect(() => {
    if (growsByItself) return undefined;
    const measure = () => grow(box.current);
    measure();
    // A narrower box has more lines.
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  });
}

function grow(box: HTMLTextAreaElement | null): void {
  if (!box) return;
  box.style.height = 'auto';
  // Its height includes the border, which it does not scroll.
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}
